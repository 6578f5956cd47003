import type { Request, Response, Router } from 'express';
import { z } from 'zod';
import { mostAuditRows } from '../../domain/audit/listAudit.ts';
import type { BoundEngine } from '../../domain/engine.ts';
import { limitOf } from '../../domain/page.ts';
import { csvOf } from './csv.ts';
import type { ApiDeps } from './deps.ts';
import { parseStrict } from './parseStrict.ts';
import { route } from './route.ts';
import { parameter, wholeNumber } from './schemas.ts';

const query = z.strictObject({
  user: parameter,
  token: parameter,
  tool: parameter,
  project: parameter,
  from: parameter,
  to: parameter,
  limit: wholeNumber,
  cursor: parameter,
  format: parameter.pipe(z.enum(['json', 'csv']).optional()),
});

const csvRows = 1_000;

const wantsCsv = (request: Request, format: 'json' | 'csv' | undefined): boolean =>
  (format ?? (request.accepts(['json', 'csv']) === 'csv' ? 'csv' : 'json')) === 'csv';

interface Listing {
  readonly items: readonly object[];
  readonly nextCursor?: string;
}
type List = (engine: BoundEngine, question: Parameters<BoundEngine['listAudit']>[0]) => Promise<Listing>;

/** The address of the next page, with the same questions. */
const nextPage = ({ baseUrl, path, query: asked }: Request, cursor: string): string => {
  const pairs = Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]);
  return `${baseUrl}${path}?${new URLSearchParams({ ...Object.fromEntries(pairs), cursor })}`;
};

const sendCsv = (
  request: Request,
  response: Response,
  name: string,
  columns: readonly string[],
  { items, nextCursor }: Listing,
): string => {
  response.set('Content-Disposition', `attachment; filename="${name}.csv"`).type('text/csv; charset=utf-8');
  if (nextCursor !== undefined) response.set('Link', `<${nextPage(request, nextCursor)}>; rel="next"`);
  return csvOf(columns, items);
};

const auditColumns = [
  ...['at', 'requestId', 'user', 'tokenId', 'client', 'kind', 'tool', 'project', 'noteIds'],
  ...['outcome', 'milliseconds', 'charactersIn', 'charactersOut'],
];
const usageColumns = ['day', 'user', 'tokenId', 'label', 'calls', 'charactersOut', 'tokensOut'];

/**
 * The audit and its sums, as JSON pages of up to 100, or as CSV (`format=csv`, or `Accept: text/csv`) of up to 10,000
 * rows whose header `Link` names the next page. Source: spec/access.md, REST.
 */
export const auditRoutes = (router: Router, deps: ApiDeps): void => {
  const lists: [string, readonly string[], List][] = [
    ['audit', auditColumns, (engine, question) => engine.listAudit(question)],
    ['usage', usageColumns, (engine, question) => engine.listUsage(question)],
  ];
  for (const [name, columns, list] of lists) {
    router.get(
      `/${name}`,
      route(
        deps,
        { name: `${name}.list`, effect: 'read' },
        (engine, request) => {
          const { format, limit, ...question } = parseStrict(query, request.query);
          const csv = wantsCsv(request, format);
          if (limit !== undefined) limitOf({ limit }, csv ? mostAuditRows : undefined);
          return list(engine, { ...question, limit: limit ?? (csv ? csvRows : undefined) });
        },
        (listing, request, response) =>
          wantsCsv(request, parseStrict(query, request.query).format)
            ? sendCsv(request, response, name, columns, listing)
            : null,
      ),
    );
  }
};
