import type { Request, Response } from 'express';
import type { ErrorCode, ErrorDetails } from '../../domain/errors.ts';

export interface HttpRefusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly details?: ErrorDetails | undefined;
  /** The JSON-RPC code where the caller speaks MCP; -32000 unless given. */
  readonly rpcCode?: number | undefined;
  /** The id of the JSON-RPC request that is refused. */
  readonly rpcId?: string | number | null | undefined;
}

/** Whether a request came to the MCP endpoint, so that its errors must be JSON-RPC's. */
const speaksMcp = (request: Pick<Request, 'path'>): boolean => /^\/mcp\/?$/i.test(request.path);

/** Answers with an error, in JSON-RPC's form at `/mcp` and as `{error: {code, message, hint}}` elsewhere. */
export const refuse = (request: Request, response: Response, refusal: HttpRefusal): void => {
  const { status, code, message, hint, details } = refusal;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.status(status);
  if (speaksMcp(request)) {
    const error = {
      code: refusal.rpcCode ?? -32000,
      message: `${message} ${hint}`,
      data: { ...details, code, hint },
    };
    response.json({ jsonrpc: '2.0', id: refusal.rpcId ?? null, error });
  } else {
    response.json({ error: { ...details, code, message, hint } });
  }
};
