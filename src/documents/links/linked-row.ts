// In charge of what linked rows are called: by their ids, or, where an attribute leads to several types, by texts that
// tell the type as well.

/** The id of a row; where an attribute leads to several types `<id>:::<uid>`, which is how messages show it. */
export type LinkedRow = number | string;

const BETWEEN = ':::';

/** The name of a row where its attribute leads to several types. */
export function typedRow(id: number, uid: string): LinkedRow {
  return `${id}${BETWEEN}${uid}`;
}

/** What a name says. @returns no uid where the attribute leads to one type */
export function partsOf(row: LinkedRow): { readonly id: number; readonly uid: string | null } {
  if (typeof row === 'number') return { id: row, uid: null };
  const at = row.indexOf(BETWEEN);
  return { id: Number(row.slice(0, at)), uid: row.slice(at + BETWEEN.length) };
}
