const idOf = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const id: unknown = Reflect.get(value, 'noteId');
  return typeof id === 'string' ? [id] : [];
};

/** The notes that an answer is about, for the audit: its own `noteId`, or those of its rows (100 at most). */
export const noteIdsOf = (result: object): string[] => {
  const rows = Object.values(result).flatMap((value: unknown) => (Array.isArray(value) ? value : []));
  return [...new Set([...idOf(result), ...rows.slice(0, 1_000).flatMap(idOf)])].slice(0, 100);
};
