// Source maps: invisible characters behind the texts of an entry that name the field each text comes from, as a live
// preview needs them.
import { isJsonObject, isTooDeep } from '../base/json.ts';
import { MAX_WRITTEN_LENGTH } from '../base/limits.ts';
import { FILE } from '../schema/built-in/uids.ts';
import type { Registry } from '../schema/registry.ts';
import type { Attribute, Model, ScalarType } from '../schema/types.ts';
import { markBlocks } from './source-maps/blocks.ts';
import { encodeMarker } from './source-maps/marker.ts';
import { tooLarge } from './too-large.ts';

/** Types whose values carry a marker where they are texts. */
const MARKED: ReadonlySet<ScalarType> = new Set([
  'string',
  'text',
  'richtext',
  'email',
  'enumeration',
  'biginteger',
  'date',
  'time',
  'datetime',
  'timestamp',
  'json',
]);

/** Attributes that nobody edits as a field. */
const UNMARKED: ReadonlySet<string> = new Set([
  'locale',
  'publishedAt',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
]);

/** Lists and objects inside each other in an entry that is marked. */
const MAX_ENTRY_DEPTH = 1000;

/** A parsed entry, which is changed in place. */
type Entry = Record<string, unknown>;

/** The document that an answer is of: everything populated below it is named by its ids. */
interface Root {
  readonly documentId: string;
  readonly locale: string | null;
}

/** Where an entry stands in the document. */
interface Position {
  readonly model: Model;
  /** Path of the entry, with the indexes of lists; empty at the root. */
  readonly path: string;
  /** Path of its fields: files of one list share theirs. */
  readonly fieldPath: string;
}

/**
 * Marks entries in the flat format.
 * @param entries JSON text @param type Of the entries
 * @throws ValidationError for an answer beyond the limit
 */
export function withSourceMaps(
  entries: readonly string[],
  type: Model,
  registry: Registry,
): readonly string[] {
  const marking = new Marking(registry);
  return entries.map((text) => marking.entry(text, type));
}

/** The markers of one answer. */
class Marking {
  readonly #registry: Registry;
  /** Characters. */
  #written = 0;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  entry(text: string, model: Model): string {
    this.#spend(text.length);
    const entry = JSON.parse(text) as Entry;
    // Another program may have stored JSON that cannot be printed by recursion.
    if (isTooDeep(entry, MAX_ENTRY_DEPTH)) return text;
    const { documentId, locale } = entry;
    const root = {
      documentId: String(documentId),
      locale: typeof locale === 'string' ? locale : null,
    };
    this.#mark(entry, { model, path: '', fieldPath: '' }, root);
    return JSON.stringify(entry);
  }

  #spend(length: number): void {
    this.#written += length;
    if (this.#written > MAX_WRITTEN_LENGTH) throw tooLarge();
  }

  #mark(entry: Entry, at: Position, root: Root): void {
    for (const [key, value] of Object.entries(entry)) {
      const attribute = at.model.attributes.get(key);
      if (attribute === undefined || value === null) continue;
      if (attribute.kind === 'scalar') {
        if (!UNMARKED.has(key)) entry[key] = this.#scalar(value, attribute.type, { at, key, root });
      } else {
        this.#below(value, attribute, { at, key, root });
      }
    }
  }

  #scalar(value: unknown, type: ScalarType, { at, key, root }: Place): unknown {
    if (type === 'blocks') {
      const marker = this.#marker(type, { at, key, root });
      return markBlocks(value, (text) => {
        this.#spend(marker.length);
        return text + marker;
      });
    }
    if (typeof value !== 'string' || !MARKED.has(type)) return value;
    const marker = this.#marker(type, { at, key, root });
    this.#spend(marker.length);
    return value + marker;
  }

  /** Blocks name their field twice: by its place in the document, whatever list it stands in. */
  #marker(type: ScalarType, { at, key, root }: Place): string {
    const { model } = at;
    const ownPath = join(at.path, key);
    return encodeMarker({
      documentId: root.documentId,
      type,
      path: type === 'blocks' ? ownPath : join(at.fieldPath, key),
      model: model.uid,
      kind: model.modelType === 'contentType' ? model.kind : null,
      locale: root.locale,
      fieldPath: type === 'blocks' ? ownPath : null,
    });
  }

  /** Marks what was populated: one entry, or a list of them. */
  #below(value: unknown, attribute: Exclude<Attribute, { kind: 'scalar' }>, place: Place): void {
    const path = join(place.at.path, place.key);
    const sharesPath = attribute.kind === 'media' && attribute.multiple;
    const mark = (entry: unknown, own: string): void => {
      if (!isJsonObject(entry)) return;
      const model = this.#modelOf(attribute, entry);
      if (model === null) return;
      const fieldPath = sharesPath ? path : own;
      this.#mark(entry, { model, path: own, fieldPath }, place.root);
    };
    if (!Array.isArray(value)) return mark(value, path);
    for (const [i, entry] of value.entries()) mark(entry, `${path}.${i}`);
  }

  #modelOf(attribute: Exclude<Attribute, { kind: 'scalar' }>, entry: Entry): Model | null {
    switch (attribute.kind) {
      case 'relation':
      case 'localizations':
        return this.#registry.model(attribute.target);
      case 'media':
        return this.#registry.model(FILE);
      case 'component':
        return this.#registry.model(attribute.component);
      case 'dynamiczone':
        return this.#named(entry['__component']);
      case 'morph':
        return this.#named(entry['__type']);
    }
  }

  #named(uid: unknown): Model | null {
    return typeof uid === 'string' && this.#registry.has(uid) ? this.#registry.model(uid) : null;
  }
}

/** A field of an entry. */
interface Place {
  readonly at: Position;
  readonly key: string;
  readonly root: Root;
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
