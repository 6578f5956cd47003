/** Exits with 0 when the server of this container answers /readyz with success, else with 1 and one line why. */
import http from 'node:http';
import https from 'node:https';

const { INTENDANT_HOST: host = '', INTENDANT_PORT: port = '7331', INTENDANT_TLS_CERT: cert } = process.env;
// A server that listens everywhere listens on the loopback too.
const everywhere = host === '' || host === '0.0.0.0' || host === '::';

const request = (cert ? https : http).get({
  host: everywhere ? '127.0.0.1' : host.replace(/^\[|\]$/g, ''),
  port,
  path: '/readyz',
  // The server answers to loopback names alone; its certificate names the public host.
  headers: { host: `localhost:${port}` },
  rejectUnauthorized: false,
  timeout: 4_000,
});
const fail = (why) => {
  console.error(`not ready: ${why}`);
  process.exit(1);
};
request.on('response', ({ statusCode }) =>
  statusCode === 200 ? process.exit(0) : fail(`status ${statusCode}`),
);
request.on('timeout', () => fail('no answer in 4 seconds'));
request.on('error', (error) => fail(error.message));
