/** Prints the closing line from vitest's JSON report; exits with 1 unless everything passed and something ran. */
import { readFileSync } from 'node:fs';

const [path = '', failedSteps = '0'] = process.argv.slice(2);

function readReport() {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

const report = readReport();
const tests = (report?.testResults ?? []).flatMap((file) => file.assertionResults);
const count = (...states) => tests.filter((test) => states.includes(test.status)).length;
const passed = count('passed');
// A file that breaks before its first test, a missing report and a failed check all count as a failure.
const brokenFiles = (report?.testResults ?? []).filter(
  (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
).length;
const failed = Math.max(
  count('failed') + brokenFiles,
  Number(failedSteps) > 0 || !report || passed === 0 ? 1 : 0,
);

console.log(`${passed} passed, ${failed} failed, ${tests.length - passed - count('failed')} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
