/** A link as it stands in a note's source; offsets in UTF-16 units. */
export interface LinkRef {
  kind: 'wiki' | 'embed' | 'markdown';
  /** 'links-to', or the relation that a list line names before the link. */
  relation: string;
  /** As written, without heading and label; unescaped and percent-decoded for a Markdown link. */
  target: string;
  heading: string | null;
  label: string | null;
  /** Where the whole link stands, its marks included. */
  start: number;
  end: number;
}
