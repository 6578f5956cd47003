import type { Kysely } from 'kysely';
import type { Stores } from '../domain/ports.ts';
import { auditStore } from './audit.ts';
import { edgeStore } from './edges.ts';
import { folderStore } from './folders.ts';
import { nameStore } from './names.ts';
import { noteStore } from './notes.ts';
import { peopleStore } from './people.ts';
import { pinStore } from './pins.ts';
import { projectStore } from './projects.ts';
import { receiptStore } from './receipts.ts';
import { revisionStore } from './revisions.ts';
import type { Schema } from './schema.ts';
import { sourceStore } from './sources.ts';
import { textStore } from './texts.ts';
import { tokenStore } from './tokens.ts';
import { visitStore } from './visits.ts';

/** Every store over one handle, which is one transaction. */
export function storesOver(db: Kysely<Schema>): Stores {
  return {
    people: peopleStore(db),
    tokens: tokenStore(db),
    projects: projectStore(db),
    folders: folderStore(db),
    notes: noteStore(db),
    sources: sourceStore(db),
    names: nameStore(db),
    edges: edgeStore(db),
    revisions: revisionStore(db),
    texts: textStore(db),
    receipts: receiptStore(db),
    audit: auditStore(db),
    pins: pinStore(db),
    visits: visitStore(db),
  };
}
