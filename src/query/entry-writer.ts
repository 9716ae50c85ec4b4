// In charge of writing one row as a JSON entry: its ids, its values, and what was populated under it
// (spec/read.md sections 4 and 11).
import { componentDocumentIds } from '../base/component-document-id.ts';
import type { Registry } from '../schema/registry.ts';
import type { Model } from '../schema/types.ts';
import type { Row } from '../storage/database.ts';
import type { CompiledRows } from './compile.ts';
import { encoderOf } from './encode.ts';

/** `v5`: flat. `v4`: `attributes` and `data` around entries and relations. */
export type ResponseFormat = 'v5' | 'v4';

/** Writes what one column of a row holds, with a comma in front. */
type CellWriter = (value: unknown) => string;

/** Writes the rows of one node. */
export class EntryWriter {
  readonly #documentId: ((id: number) => string) | null;
  readonly #cells: readonly CellWriter[];
  readonly #isWrapped: boolean;

  constructor(registry: Registry, { node, cells }: CompiledRows, format: ResponseFormat) {
    const model = registry.model(node.uid);
    const isComponent = model.modelType === 'component';
    this.#documentId = isComponent ? componentDocumentIds(node.uid) : null;
    this.#isWrapped = format === 'v4' && !isComponent;
    this.#cells = cells.map((cell) =>
      cell.kind === 'texts' ? writeTexts : valueWriter(model, cell.field),
    );
  }

  /** `inside` are the populated attributes and the mark, each with its comma in front. */
  write(row: Row, idAt: number, inside: string): string {
    const id = row[idAt] as number;
    let at = idAt + 1;
    const documentId = this.#documentId
      ? `"${this.#documentId(id)}"`
      : JSON.stringify(row[at++] ?? null);
    let fields = '';
    for (const write of this.#cells) fields += write(row[at++]);
    const ids = `{"id":${id},"documentId":${documentId}`;
    if (!this.#isWrapped) return `${ids}${fields}${inside}}`;
    return `${ids},"attributes":{${(fields + inside).slice(1)}}}`;
  }
}

/** What stands in the object that the database made. */
function writeTexts(value: unknown): string {
  return `,${(value as string).slice(1, -1)}`;
}

function valueWriter(model: Model, field: string): CellWriter {
  const attribute = model.attributes.get(field);
  const encode = encoderOf(attribute?.kind === 'scalar' ? attribute.type : 'string');
  const head = `,${JSON.stringify(field)}:`;
  const nothing = `${head}null`;
  return (value) => (value === null ? nothing : head + encode(value));
}
