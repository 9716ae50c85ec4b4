// Writes rows as JSON entries: ids, values and populated attributes (docs/strapi/reading.md, "Entries" and
// "Response format v4").
import { componentDocumentIds } from '../base/component-document-id.ts';
import type { Row } from '../storage/session.ts';
import type { CompiledRows } from './compiled.ts';
import { encoderOf } from './encode.ts';

/** `v5`: flat. `v4`: `attributes` and `data` around entries and relations. */
export type EntryFormat = 'v5' | 'v4';

/** Writes the fields of one column, preceded by a comma. */
type CellWriter = (value: unknown) => string;

/** Writes the rows of one node. */
export class EntryWriter {
  /** Derives the documentId of a component, which is not stored. */
  readonly #documentId: ((id: number) => string) | null;
  readonly #cells: readonly CellWriter[];
  readonly #isV4: boolean;

  constructor({ node, isComponent, cells }: CompiledRows, format: EntryFormat) {
    this.#documentId = isComponent ? componentDocumentIds(node.uid) : null;
    this.#isV4 = format === 'v4' && !isComponent;
    this.#cells = cells.map((cell) => {
      if (cell.isHidden) return writeNothing;
      if (cell.kind === 'texts') return writeTexts;
      return encoderOf(cell.type, `,${JSON.stringify(cell.field)}:`);
    });
  }

  /** @param idAt Index of the id @param inside Populated attributes and the type tag, each preceded by a comma */
  write(row: Row, idAt: number, inside: string): string {
    const id = row[idAt] as number;
    let at = idAt + 1;
    let entry = `{"id":${id}`;
    if (this.#documentId) entry += `,"documentId":"${this.#documentId(id)}"`;
    for (const write of this.#cells) entry += write(row[at++]);
    return this.#isV4 ? wrapAttributes(entry + inside) : `${entry}${inside}}`;
  }
}

/** The ids of an entry, which come before its attributes. */
const IDS = /^\{"id":\d+,"documentId":(?:null|"(?:[^"\\]|\\.)*")/;

/** Converts an entry without its closing brace to the format of version 4. */
function wrapAttributes(entry: string): string {
  const [ids = ''] = IDS.exec(entry) ?? [];
  return `${ids},"attributes":{${entry.slice(ids.length + 1)}}}`;
}

function writeNothing(): string {
  return '';
}

/** The members of a JSON object that the database wrote. */
function writeTexts(value: unknown): string {
  return `,${(value as string).slice(1, -1)}`;
}
