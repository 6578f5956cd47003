import { isIP } from 'node:net';

const isPort = (value: string): boolean => /^\d{1,5}$/.test(value);
const isAddress = (value: string): boolean => isIP(value) !== 0;

/** Name and value as Kubernetes writes them: both must fit, so that a person's slip is not taken for one. */
const injected: readonly (readonly [RegExp, (value: string) => boolean])[] = [
  [/^INTENDANT_(?:\w+_)?SERVICE_HOST$/, isAddress],
  [/^INTENDANT_(?:\w+_)?SERVICE_PORT(?:_\w+)?$/, isPort],
  [
    /^INTENDANT_(?:\w+_)?PORT(?:_\d+_(?:TCP|UDP|SCTP))?$/,
    (value) => /^(?:tcp|udp|sctp):\/\/\S+:\d{1,5}$/.test(value),
  ],
  [/^INTENDANT_(?:\w+_)?PORT_\d+_(?:TCP|UDP|SCTP)_PROTO$/, (value) => /^(?:tcp|udp|sctp)$/.test(value)],
  [/^INTENDANT_(?:\w+_)?PORT_\d+_(?:TCP|UDP|SCTP)_PORT$/, isPort],
  [/^INTENDANT_(?:\w+_)?PORT_\d+_(?:TCP|UDP|SCTP)_ADDR$/, isAddress],
];

/**
 * True for a variable that Kubernetes sets in every pod beside a service called `intendant` (or `intendant-…`).
 * Source: Kubernetes documentation, "Service", environment variables (the Docker links form included).
 */
export const isKubernetesVariable = (name: string, value: string): boolean =>
  injected.some(([pattern, fits]) => pattern.test(name) && fits(value));

/** One sentence for the operator about the variables that were left aside, or `null` where there are none. */
export const kubernetesNotice = (names: readonly string[]): string | null =>
  names.length === 0
    ? null
    : `Kubernetes injected ${names.join(', ')} for a service called intendant; these are not settings and were ` +
      'ignored. To set the port, give INTENDANT_PORT a number in the pod itself or use --port; to be rid of them, set ' +
      'enableServiceLinks: false in the pod.';
