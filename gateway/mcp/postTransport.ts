import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/**
 * The transport of one POST without a session: one message goes in by `onmessage`, its answer comes out by `answer`.
 * The SDK's own transport takes each request through web streams and back, which costs as much as reading a note.
 * Notifications to the client have nowhere to go and are dropped; this server sends none.
 */
export const postTransport = (answer: (message: JSONRPCMessage) => void): Transport => {
  const transport: Transport = {
    start: async () => {},
    send: async (message) => {
      if ('result' in message || 'error' in message) answer(message);
    },
    close: async () => transport.onclose?.(),
  };
  return transport;
};
