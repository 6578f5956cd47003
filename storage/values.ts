import type { Role, Scope } from '../domain/actor.ts';
import type { NoteClass } from '../domain/ports.ts';

/** Readers of stored values whose column is plain text; a value outside its set means a damaged row and fails loudly. */
function oneOf<Value extends string>(what: string, values: readonly Value[]): (text: string) => Value {
  return (text) => {
    const value = values.find((each) => each === text);
    if (value === undefined)
      throw new Error(`stored ${what} ${JSON.stringify(text)} is not one of ${values.join(', ')}`);
    return value;
  };
}

export const noteClass = oneOf<NoteClass>('class', ['user-doc', 'agent-memory', 'profile']);
export const role = oneOf<Role>('role', ['reader', 'editor', 'owner']);
export const scope = oneOf<Scope>('scope', ['read', 'write', 'admin']);
export const actorKind = oneOf<'human' | 'agent'>('kind', ['human', 'agent']);
export const spaceKind = oneOf<'team' | 'personal'>('kind', ['team', 'personal']);
export const operation = oneOf('operation', [
  'create',
  'edit',
  'move',
  'rename',
  'delete',
  'restore',
] as const);
export const nameKind = oneOf('name kind', ['title', 'alias', 'file', 'oldFile', 'oldPath'] as const);
export const linkForm = oneOf('link form', ['wiki', 'embed', 'markdown'] as const);

/** A JSON array of text. */
export function parseTags(json: string): string[] {
  if (json === '[]') return [];
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
