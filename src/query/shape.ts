// In charge of writing rows as JSON text in Strapi 5's flat format, or in the older one of version 4
// (spec/read.md sections 4 and 11). Straight from rows: no objects are built.
import { validationError, type AppError } from '../base/errors.ts';
import { MAX_ANSWER_LENGTH } from '../base/limits.ts';
import type { Registry } from '../schema/registry.ts';
import type { ScalarType } from '../schema/types.ts';
import type { Row } from '../storage/database.ts';
import { componentDocumentIds } from '../base/component-document-id.ts';
import { encoderOf, type ScalarEncoder } from './encode.ts';
import type { ChildNode, RowsNode } from './plan.ts';
import { OWN_COLUMNS, type ChildResult, type RowsResult } from './run.ts';

/** `v5`: flat. `v4`: `attributes` and `data` around entries and relations. */
export type ResponseFormat = 'v5' | 'v4';

/** Writes the rows of results; one per registry and format. */
export class Shaper {
  readonly #registry: Registry;
  readonly #format: ResponseFormat;
  readonly #writers = new WeakMap<RowsNode, EntryWriter>();

  constructor(registry: Registry, format: ResponseFormat) {
    this.#registry = registry;
    this.#format = format;
  }

  /** The entries of a read's root, each as JSON text. */
  entries(result: RowsResult): readonly string[] {
    const write = this.#entryOf(result, OWN_COLUMNS.root, null);
    let length = 0;
    return result.rows.map((row) => {
      const text = write(row);
      length += text.length;
      if (length > MAX_ANSWER_LENGTH) throw tooLarge();
      return text;
    });
  }

  /** Writes one row with everything populated under it; a row that comes again is not written again. */
  #entryOf(result: RowsResult, idAt: number, mark: string | null): (row: Row) => string {
    const writer = this.#writerOf(result.compiled.node);
    const children = result.children.map((child) => this.#childrenOf(child));
    const written = new Map<unknown, string>();
    return (row) => {
      const id = row[idAt];
      let text = written.get(id);
      if (text === undefined) {
        let inside = '';
        for (const child of children) inside += child(id);
        text = writer.write(row, idAt, inside + (mark ?? ''));
        if (text.length > MAX_ANSWER_LENGTH) throw tooLarge();
        written.set(id, text);
      }
      return text;
    };
  }

  #writerOf(node: RowsNode): EntryWriter {
    const kept = this.#writers.get(node);
    if (kept) return kept;
    const writer = new EntryWriter(this.#registry, node, this.#format);
    this.#writers.set(node, writer);
    return writer;
  }

  /** For one populated attribute: the text that stands in the row of an id, comma first. */
  #childrenOf(given: ChildResult): (id: unknown) => string {
    const { node } = given.child;
    const head = `,${JSON.stringify(node.attribute)}:`;
    const wrap = this.#wrapperOf(node);
    if (given.kind === 'count') {
      const counts = new Map(given.rows.map((row) => [row[0], Number(row[1])]));
      return (id) => head + wrap(`{"count":${counts.get(id) ?? 0}}`);
    }
    const texts = given.kind === 'rows' ? this.#textsOf(given) : this.#mixedTextsOf(given);
    const many = given.child.node.many;
    return (id) => {
      const found = texts.get(id);
      return head + wrap(many ? `[${found?.join(',') ?? ''}]` : (found?.[0] ?? 'null'));
    };
  }

  #textsOf({ result }: ChildResult & { kind: 'rows' }): Map<unknown, string[]> {
    const write = this.#entryOf(result, OWN_COLUMNS.rows, null);
    const texts = new Map<unknown, string[]>();
    for (const row of result.rows) append(texts, row[0], write(row));
    return texts;
  }

  /** Rows of several models, merged by their place. */
  #mixedTextsOf({ child, results }: ChildResult & { kind: 'mixed' }): Map<unknown, string[]> {
    const placed: { parent: unknown; place: number; text: string }[] = [];
    for (const result of results) {
      const mark = `,"${child.node.mark}":${JSON.stringify(result.compiled.node.uid)}`;
      const write = this.#entryOf(result, OWN_COLUMNS.mixed, mark);
      for (const row of result.rows) {
        placed.push({ parent: row[0], place: Number(row[1] ?? 0), text: write(row) });
      }
    }
    placed.sort((a, b) => a.place - b.place);
    const texts = new Map<unknown, string[]>();
    for (const { parent, text } of placed) append(texts, parent, text);
    return texts;
  }

  /** Version 4 puts relations and media into `data`; components and zones stay as they are. */
  #wrapperOf(node: ChildNode): (text: string) => string {
    if (this.#format === 'v5' || this.#isFlat(node)) return (text) => text;
    if (node.kind === 'count') return (text) => `{"data":{"attributes":${text}}}`;
    return (text) => `{"data":${text}}`;
  }

  #isFlat(node: ChildNode): boolean {
    const uids = node.kind === 'mixed' ? node.variants.map((rows) => rows.uid) : [node.rows.uid];
    return uids.some((uid) => this.#registry.components.has(uid)) || isZone(node);
  }
}

/** Populating in circles multiplies the text; strings share their parts until they are sent, so this comes in time. */
function tooLarge(): AppError {
  return validationError(
    'The answer is too large. Ask for fewer levels of populate, or for fewer fields.',
  );
}

function isZone(node: ChildNode): boolean {
  return node.kind === 'mixed' && node.mark === '__component';
}

function append(texts: Map<unknown, string[]>, parent: unknown, text: string): void {
  const found = texts.get(parent);
  if (found) found.push(text);
  else texts.set(parent, [text]);
}

/** Writes the rows of one node. */
class EntryWriter {
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
