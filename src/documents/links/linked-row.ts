// Identifiers of linked rows: an id, or an id with a type if an attribute has several target types.

/** The id of a row, or `<id>:::<uid>` if an attribute has several target types. Messages contain the same text. */
export type LinkedRow = number | string;

const SEPARATOR = ':::';

/** The identifier of a row with its type. */
export function typedRow(id: number, uid: string): LinkedRow {
  return `${id}${SEPARATOR}${uid}`;
}

/** Parses an identifier. @returns a null uid if it has no type */
export function parseRow(row: LinkedRow): { readonly id: number; readonly uid: string | null } {
  if (typeof row === 'number') return { id: row, uid: null };
  const at = row.indexOf(SEPARATOR);
  return { id: Number(row.slice(0, at)), uid: row.slice(at + SEPARATOR.length) };
}
