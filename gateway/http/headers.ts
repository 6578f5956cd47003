import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * The headers of every answer: unless a route says otherwise nothing may be loaded, framed or kept. Browsers are told
 * to stay on TLS only where the public address has it, and for that host alone.
 */
export const securityHeaders = (publicUrl: string | undefined): RequestHandler[] => [
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: publicUrl?.startsWith('https:') ? { includeSubDomains: false } : false,
  }),
  (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  },
];
