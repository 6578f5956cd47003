import type { Router } from 'express';
import { z } from 'zod';
import { Refusal } from '../../domain/errors.ts';
import type { ApiDeps } from './deps.ts';
import { parseStrict } from './parseStrict.ts';
import { route } from './route.ts';
import { trashPurgeBody, trashQuery, trashRestoreBody } from './schemas.ts';

const spaceParameter = z.strictObject({ space: z.string().min(1).max(200) });

/** Ids or everything, never both and never neither. */
const chosen = (body: { noteIds?: string[] | undefined; all?: true | undefined }) => {
  if (body.noteIds !== undefined && body.all === undefined) return { noteIds: body.noteIds };
  if (body.all !== undefined && body.noteIds === undefined) return { all: body.all };
  throw new Refusal(
    'invalidArguments',
    body.all === undefined
      ? 'The request names no notes.'
      : 'The request names notes and all of them at once.',
    'Send either noteIds, with 1 to 500 ids, or all: true.',
  );
};

/** The trash of a space. Source: spec/access.md, REST. */
export const trashRoutes = (router: Router, deps: ApiDeps): void => {
  router.get(
    '/spaces/:space/trash',
    route(deps, { name: 'trash.list', effect: 'read' }, (engine, { params, query }) => {
      const { space } = parseStrict(spaceParameter, params);
      return engine.listTrash({ space, ...parseStrict(trashQuery, query) });
    }),
  );
  router.post(
    '/spaces/:space/trash/restore',
    route(deps, { name: 'trash.restore', effect: 'write' }, (engine, request) => {
      const { space } = parseStrict(spaceParameter, request.params);
      const body = parseStrict(trashRestoreBody, request.body);
      return engine.restoreTrash({
        space,
        ...chosen(body),
        onConflict: body.onConflict ?? 'fail',
        toProject: body.toProject,
      });
    }),
  );
  router.post(
    '/spaces/:space/trash/purge',
    route(deps, { name: 'trash.purge', effect: 'write' }, (engine, request) => {
      const { space } = parseStrict(spaceParameter, request.params);
      const body = parseStrict(trashPurgeBody, request.body);
      return engine.purgeTrash({ space, ...chosen(body), confirm: body.confirm });
    }),
  );
};
