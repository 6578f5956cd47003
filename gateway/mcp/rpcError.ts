/** What the SDK answers as it is when it is thrown in a handler; its own error class rewords the message. */
export const rpcError = (code: number, message: string, data?: object): Error =>
  Object.assign(new Error(message), data === undefined ? { code } : { code, data });
