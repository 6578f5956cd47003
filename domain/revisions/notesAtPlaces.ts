import type { NoteRecord, NoteStore } from '../ports.ts';

const placesAtOnce = 50;

/**
 * Live notes at these places, and perhaps a few of the same names in other folders among them. Asked in portions, since
 * one question costs the product of its folders and names.
 */
export async function notesAtPlaces(
  notes: NoteStore,
  places: readonly { readonly folderId: number; readonly nameKey: string }[],
): Promise<readonly NoteRecord[]> {
  const byFolder = [...places].sort((a, b) => a.folderId - b.folderId);
  const found = new Map<number, NoteRecord>();
  for (let start = 0; start < byFolder.length; start += placesAtOnce) {
    const portion = byFolder.slice(start, start + placesAtOnce);
    const there = await notes.atPlaces(
      [...new Set(portion.map((place) => place.folderId))],
      [...new Set(portion.map((place) => place.nameKey))],
    );
    for (const note of there) found.set(note.seq, note);
  }
  return [...found.values()];
}
