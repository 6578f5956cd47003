import type { Router } from 'express';
import { z } from 'zod';
import type { ApiDeps } from './deps.ts';
import { parseStrict } from './parseStrict.ts';
import { route } from './route.ts';

const noteParameter = z.strictObject({ id: z.string().min(1).max(100) });

/** Pins of notes; each route may be called again. Source: spec/access.md, REST. */
export const pinRoutes = (router: Router, deps: ApiDeps): void => {
  router.put(
    '/notes/:id/pin',
    route(deps, { name: 'note.pin', effect: 'write' }, (engine, { params }) =>
      engine.pinNote(parseStrict(noteParameter, params)),
    ),
  );
  router.delete(
    '/notes/:id/pin',
    route(deps, { name: 'note.unpin', effect: 'write' }, (engine, { params }) =>
      engine.unpinNote(parseStrict(noteParameter, params)),
    ),
  );
};
