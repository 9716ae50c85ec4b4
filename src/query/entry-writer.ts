// In charge of writing one row as a JSON entry: its ids, its values, and what was populated under it
// (docs/strapi/reading.md, "Entries" and "Response format v4").
import { componentDocumentIds } from '../base/component-document-id.ts';
import type { Row } from '../storage/database.ts';
import type { CompiledRows } from './compiled.ts';
import { encoderOf } from './encode.ts';

/**
 * `v5`: flat. `v4`: `attributes` and `data` around entries and relations. `plain`: flat, and components have no documentId,
 * which they have in responses only (docs/strapi/differences.md, D1).
 */
export type EntryFormat = 'v5' | 'v4' | 'plain';

/** Writes what one column of a row holds, with a comma in front. */
type CellWriter = (value: unknown) => string;

/** Writes the rows of one node. */
export class EntryWriter {
  /** Of a component, which has none in the database. */
  readonly #documentId: ((id: number) => string) | null;
  readonly #cells: readonly CellWriter[];
  readonly #isWrapped: boolean;

  constructor({ node, isComponent, cells }: CompiledRows, format: EntryFormat) {
    this.#documentId = isComponent && format !== 'plain' ? componentDocumentIds(node.uid) : null;
    this.#isWrapped = format === 'v4' && !isComponent;
    this.#cells = cells.map((cell) =>
      cell.kind === 'texts' ? writeTexts : encoderOf(cell.type, `,${JSON.stringify(cell.field)}:`),
    );
  }

  /** `inside` are the populated attributes and the mark, each with its comma in front. */
  write(row: Row, idAt: number, inside: string): string {
    const id = row[idAt] as number;
    let at = idAt + 1;
    let entry = `{"id":${id}`;
    if (this.#documentId) entry += `,"documentId":"${this.#documentId(id)}"`;
    for (const write of this.#cells) entry += write(row[at++]);
    return this.#isWrapped ? wrapped(entry + inside) : `${entry}${inside}}`;
  }
}

/** What stands in front of the attributes of a content-type. */
const IDS = /^\{"id":\d+,"documentId":(?:null|"(?:[^"\\]|\\.)*")/;

/** The form of version 4, of an entry without its last brace. */
function wrapped(entry: string): string {
  const [ids = ''] = IDS.exec(entry) ?? [];
  return `${ids},"attributes":{${entry.slice(ids.length + 1)}}}`;
}

/** What stands in the object that the database made. */
function writeTexts(value: unknown): string {
  return `,${(value as string).slice(1, -1)}`;
}
