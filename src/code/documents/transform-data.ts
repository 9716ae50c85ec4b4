// `strapi.documents.utils.transformData`: replaces documentIds in relations and media by row ids.
import { validationError } from '../../base/errors.ts';
import { groupBy } from '../../base/group-by.ts';
import { isToOne } from '../../documents/check/linked-attribute.ts';
import { FILE } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, ContentType, Model } from '../../schema/types.ts';
import type { DefaultLocale } from '../../storage/settings/default-locale.ts';
import { isNil, isRecord, setOwnValue } from '../packages/strapi-utils/values.ts';
import type { CodeQuery, TransformOptions } from '../strapi/database-types.ts';
import type { Fields, Row } from '../strapi/code-values.ts';

interface TransformDependencies {
  readonly registry: Registry;
  readonly query: (uid: string) => CodeQuery;
  readonly locale: DefaultLocale;
}

type Linked = Extract<Attribute, { readonly kind: 'relation' | 'media' | 'morph' }>;

export function createTransformData(
  dependencies: TransformDependencies,
): (data: Fields, options: TransformOptions) => Promise<Fields> {
  return async (data, options) => {
    const { registry, locale } = dependencies;
    await locale.follow();
    const source = registry.contentType(options.uid);
    return new Transformation(dependencies, source, options).level(source, data);
  };
}

/** Returns data without components and dynamic zones. */
export function omitComponentData({ attributes }: Model, data: Fields): Fields {
  const others = Object.entries(data).filter(([name]) => {
    const kind = attributes.get(name)?.kind;
    return kind !== 'component' && kind !== 'dynamiczone';
  });
  return Object.fromEntries(others);
}

type RowsByDocument = ReadonlyMap<unknown, readonly Row[]>;

interface WaitingRead {
  readonly documentIds: Set<string>;
  readonly rows: Promise<RowsByDocument>;
}

class Transformation {
  readonly #dependencies: TransformDependencies;
  readonly #source: ContentType;
  readonly #options: TransformOptions;
  /** Reads that wait for further documents of the same type and locale. */
  readonly #reads = new Map<string, WaitingRead>();

  constructor(dependencies: TransformDependencies, source: ContentType, options: TransformOptions) {
    this.#dependencies = dependencies;
    this.#source = source;
    this.#options = options;
  }

  async level(model: Model, data: Fields): Promise<Fields> {
    const result: Fields = {};
    for (const [name, value] of Object.entries(data)) {
      const attribute = model.attributes.get(name);
      setOwnValue(result, name, attribute ? await this.#value(attribute, value) : value);
    }
    return result;
  }

  async #value(attribute: Attribute, value: unknown): Promise<unknown> {
    switch (attribute.kind) {
      case 'relation':
        return attribute.useJoinTable ? this.#relation(attribute, value) : value;
      case 'media':
        return this.#relation(attribute, value);
      case 'morph':
        return attribute.relation === 'morphToOne' ? value : this.#relation(attribute, value);
      case 'component':
      case 'dynamiczone':
        return this.#components(attribute, value);
      default:
        return value;
    }
  }

  async #components(attribute: Attribute, value: unknown): Promise<unknown> {
    if (Array.isArray(value)) {
      return Promise.all(value.map((item) => this.#components(attribute, item)));
    }
    if (!isRecord(value)) return value;
    const { registry } = this.#dependencies;
    const uid = attribute.kind === 'component' ? attribute.component : value['__component'];
    return typeof uid === 'string' && registry.has(uid)
      ? this.level(registry.model(uid), value)
      : value;
  }

  async #relation(attribute: Linked, value: unknown): Promise<unknown> {
    if (isNil(value)) return value;
    if (!isRecord(value) || 'id' in value || 'documentId' in value) {
      return { set: await this.#rows(attribute, value) };
    }
    const result: Fields = { ...value };
    for (const name of ['set', 'connect', 'disconnect']) {
      if (value[name]) result[name] = await this.#rows(attribute, value[name]);
    }
    return result;
  }

  async #rows(attribute: Linked, value: unknown): Promise<readonly unknown[]> {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    const last = attribute.kind !== 'media' && isToOne(attribute) ? items.slice(-1) : items;
    const rows = await Promise.all(last.map((item) => this.#item(attribute, item)));
    return rows.flat();
  }

  async #item(attribute: Linked, item: unknown): Promise<readonly unknown[]> {
    if (isNil(item)) return [];
    const named: Fields = isRecord(item)
      ? item
      : /^\d+$/.test(String(item))
        ? { id: item }
        : { documentId: item };
    const { documentId, position, __type: type } = named;
    if (typeof documentId !== 'string') return [named];
    const isMorph = attribute.kind === 'morph' && attribute.target === undefined;
    const target = attribute.kind === 'media' ? FILE : isMorph ? type : attribute.target;
    if (typeof target !== 'string') return [named];
    const ids = await this.#idsOf(target, { ...named, documentId });
    const at = isRecord(position) ? { position: await this.#position(target, position) } : {};
    return ids.map((id) => ({ id, ...at, ...(isMorph ? { __type: target } : {}) }));
  }

  async #position(target: string, position: Fields): Promise<Fields> {
    const result: Fields = { ...position };
    for (const name of ['before', 'after']) {
      const anchor = position[name];
      if (typeof anchor !== 'string') continue;
      [result[name]] = await this.#idsOf(target, { ...position, documentId: anchor });
    }
    return result;
  }

  /** Row ids of a document: several for a document with drafts in an entry without. @throws ValidationError */
  async #idsOf(
    uid: string,
    named: Fields & { readonly documentId: string },
  ): Promise<readonly number[]> {
    const { registry, locale: defaultLocale } = this.#dependencies;
    const { documentId } = named;
    const target = registry.contentType(uid);
    const own = this.#options.locale;
    const sent = this.#source.localized ? own : (named['locale'] ?? own);
    const locale = target.localized ? (sent ?? defaultLocale.code) : null;
    const found = await this.#rowsOf(uid, documentId, locale);
    const rows = found.get(documentId) ?? [];
    const statuses = this.#statusesOf(target, named['status']);
    const ids = statuses.flatMap((status) =>
      rows
        .filter(
          (row) =>
            !target.draftAndPublish || (row['publishedAt'] === null) === (status === 'draft'),
        )
        .map(({ id }) => id),
    );
    if (ids.length > 0 || this.#options.allowMissingId === true) return ids;
    throw validationError(`Document with id "${documentId}", locale "${String(locale)}" not found`);
  }

  /** Reads the rows of all documents that are requested at the same time. */
  #rowsOf(uid: string, documentId: string, locale: unknown): Promise<RowsByDocument> {
    const key = `${uid} ${String(locale)}`;
    const waiting = this.#reads.get(key);
    if (waiting) {
      waiting.documentIds.add(documentId);
      return waiting.rows;
    }
    const documentIds = new Set([documentId]);
    const read = async (): Promise<RowsByDocument> => {
      await Promise.resolve();
      this.#reads.delete(key);
      const where = {
        documentId: { $in: [...documentIds] },
        ...(locale === null ? {} : { locale }),
      };
      const select = ['id', 'documentId', 'publishedAt'];
      const found = await this.#dependencies.query(uid).findMany({ where, select });
      return groupBy(found, (row) => row['documentId']);
    };
    const rows = read();
    this.#reads.set(key, { documentIds, rows });
    return rows;
  }

  #statusesOf(target: ContentType, status: unknown): readonly string[] {
    if (!target.draftAndPublish) return ['published'];
    const own = this.#options.status;
    if (this.#source.draftAndPublish && own) return [own];
    if (!isNil(status)) return [status === 'published' ? 'published' : 'draft'];
    return this.#source.draftAndPublish ? ['draft'] : ['draft', 'published'];
  }
}
