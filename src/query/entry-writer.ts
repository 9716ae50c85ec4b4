// In charge of writing one row as a JSON entry: its ids, its values, and what was populated under it
// (spec/read.md sections 4 and 11).
import { componentDocumentIds } from '../base/component-document-id.ts';
import type { Registry } from '../schema/registry.ts';
import type { ScalarType } from '../schema/types.ts';
import type { Row } from '../storage/database.ts';
import { encoderOf, type ScalarEncoder } from './encode.ts';
import type { RowsNode } from './plan.ts';

/** `v5`: flat. `v4`: `attributes` and `data` around entries and relations. */
export type ResponseFormat = 'v5' | 'v4';

/** Writes the rows of one node. */
export class EntryWriter {
  readonly #heads: readonly string[];
  readonly #encoders: readonly ScalarEncoder[];
  readonly #documentId: ((id: number) => string) | null;
  readonly #isWrapped: boolean;

  constructor(registry: Registry, node: RowsNode, format: ResponseFormat) {
    const model = registry.model(node.uid);
    const isComponent = model.modelType === 'component';
    this.#documentId = isComponent ? componentDocumentIds(node.uid) : null;
    this.#isWrapped = format === 'v4' && !isComponent;
    this.#heads = node.fields.map((name) => `,${JSON.stringify(name)}:`);
    this.#encoders = node.fields.map((name) => {
      const attribute = model.attributes.get(name);
      return encoderOf(
        attribute?.kind === 'scalar' ? attribute.type : ('string' satisfies ScalarType),
      );
    });
  }

  /** `inside` are the populated attributes and the mark, each with its comma in front. */
  write(row: Row, idAt: number, inside: string): string {
    const id = row[idAt] as number;
    let at = idAt + 1;
    const documentId = this.#documentId
      ? `"${this.#documentId(id)}"`
      : JSON.stringify(row[at++] ?? null);
    let fields = '';
    for (let i = 0; i < this.#heads.length; i += 1) {
      fields += `${this.#heads[i] ?? ''}${this.#encoders[i]?.(row[at + i]) ?? 'null'}`;
    }
    const ids = `{"id":${id},"documentId":${documentId}`;
    if (!this.#isWrapped) return `${ids}${fields}${inside}}`;
    return `${ids},"attributes":{${(fields + inside).slice(1)}}}`;
  }
}
