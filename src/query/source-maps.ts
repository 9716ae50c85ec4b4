// Adds source maps for live previews: invisible characters after each text of an entry that name its field.
import { deepJson, isJsonObject, isTooDeep } from '../base/json.ts';
import { MAX_WRITTEN_LENGTH } from '../base/limits.ts';
import { FILE } from '../schema/built-in/uids.ts';
import type { EntryObject } from './object-builder.ts';
import type { Registry } from '../schema/registry.ts';
import type { Attribute, Model, ScalarType } from '../schema/types.ts';
import { markBlocks } from './source-maps/blocks.ts';
import { encodeMarker } from './source-maps/marker.ts';
import { tooLarge } from './rows.ts';

/** Types whose values get a marker if they are strings. */
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

/** Attributes that cannot be edited. */
const UNMARKED: ReadonlySet<string> = new Set([
  'locale',
  'publishedAt',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
]);

/** The maximum nesting of an entry with markers. */
const MAX_ENTRY_DEPTH = 1000;

/** An entry, whose fields are changed. */
type Entry = Record<string, unknown>;

/** The document of the response, whose ids identify everything populated below it. */
interface Root {
  readonly documentId: string;
  readonly locale: string | null;
}

/** The position of an entry in the document. */
interface EntryPosition {
  readonly model: Model;
  /** Path of the entry, with the indexes of lists; empty at the root. */
  readonly path: string;
  /** Path of its fields, which is the same for all files of a list. */
  readonly fieldPath: string;
}

/**
 * Adds markers to entries in the flat format, which it changes.
 * @param type The type of the entries
 * @returns JSON text; an entry that is nested too deeply for recursion has no markers (another program may have stored it)
 * @throws ValidationError if the response is too large
 */
export function withSourceMaps(
  entries: readonly EntryObject[],
  type: Model,
  registry: Registry,
): readonly string[] {
  const mapper = new SourceMapper(registry);
  return entries.map((entry) => mapper.print(entry, type));
}

/** Adds the markers of one response. */
class SourceMapper {
  readonly #registry: Registry;
  /** Length of the markers and entries so far, in characters. */
  #written = 0;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  print(entry: Entry, model: Model): string {
    if (isTooDeep(entry, MAX_ENTRY_DEPTH)) {
      const text = printDeep(entry);
      this.#consume(text.length);
      return text;
    }
    const before = this.#written;
    const { documentId, locale } = entry;
    const root = {
      documentId: String(documentId),
      locale: typeof locale === 'string' ? locale : null,
    };
    this.#mark(entry, { model, path: '', fieldPath: '' }, root);
    const text = JSON.stringify(entry);
    // The text contains its markers, which are counted already.
    this.#consume(before + text.length - this.#written);
    return text;
  }

  #consume(length: number): void {
    this.#written += length;
    if (this.#written > MAX_WRITTEN_LENGTH) throw tooLarge();
  }

  #mark(entry: Entry, at: EntryPosition, root: Root): void {
    for (const [key, value] of Object.entries(entry)) {
      const attribute = at.model.attributes.get(key);
      if (attribute === undefined || value === null) continue;
      if (attribute.kind === 'scalar') {
        if (!UNMARKED.has(key)) entry[key] = this.#scalar(value, attribute.type, { at, key, root });
      } else {
        this.#markPopulated(value, attribute, { at, key, root });
      }
    }
  }

  #scalar(value: unknown, type: ScalarType, { at, key, root }: Field): unknown {
    if (type === 'blocks') {
      const marker = this.#marker(type, { at, key, root });
      return markBlocks(value, (text) => {
        this.#consume(marker.length);
        return text + marker;
      });
    }
    if (typeof value !== 'string' || !MARKED.has(type)) return value;
    const marker = this.#marker(type, { at, key, root });
    this.#consume(marker.length);
    return value + marker;
  }

  /** Markers of blocks contain the path of the field twice, always with the indexes of lists. */
  #marker(type: ScalarType, { at, key, root }: Field): string {
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

  /** Adds markers to a populated attribute: one entry, or a list of entries. */
  #markPopulated(
    value: unknown,
    attribute: Exclude<Attribute, { kind: 'scalar' }>,
    field: Field,
  ): void {
    const path = join(field.at.path, field.key);
    const sharesPath = attribute.kind === 'media' && attribute.multiple;
    const mark = (entry: unknown, own: string): void => {
      if (!isJsonObject(entry)) return;
      const model = this.#modelOf(attribute, entry);
      if (model === null) return;
      const fieldPath = sharesPath ? path : own;
      this.#mark(entry, { model, path: own, fieldPath }, field.root);
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
        return this.#modelNamed(entry['__component']);
      case 'morph':
        return this.#modelNamed(entry['__type']);
    }
  }

  #modelNamed(uid: unknown): Model | null {
    return typeof uid === 'string' && this.#registry.has(uid) ? this.#registry.model(uid) : null;
  }
}

/** Prints an entry of any depth. @throws TypeError for an entry of project code that contains itself */
function printDeep(entry: Entry): string {
  try {
    return JSON.stringify(entry);
  } catch (error) {
    // The stack is too small.
    if (error instanceof RangeError) return deepJson(entry);
    throw error;
  }
}

/** A field of an entry. */
interface Field {
  readonly at: EntryPosition;
  readonly key: string;
  readonly root: Root;
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
