// Reads a database in terms of the model: rows by name with values, links and components, directly from the tables
// (docs/strapi/storage.md, "Tables" and "Relations").
import type { Row } from '../../src/storage/session.ts';
import type { Layout } from '../../src/storage/layout/layout.ts';
import type { EngineDatabase } from './engine-database.ts';
import { components, types, uidOf, type HolderRule, type RelationRule } from './types.ts';
import { nameOf } from './world.ts';

/** A row or a component, as stored. */
export interface StoredHolder {
  readonly id: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly links: Record<string, readonly string[]>;
  /** Names of the targets of pending links, by attribute. */
  readonly pending: Record<string, readonly string[]>;
  readonly parts: Record<string, readonly StoredPart[]>;
}

export interface StoredPart extends StoredHolder {
  readonly component: string;
}

export type Stored = ReadonlyMap<string, StoredHolder>;

type Cells = Row;

/** The name of a document, by its documentId. */
export type DocumentNames = ReadonlyMap<string, string>;

interface Models {
  readonly [uid: string]: Map<number, StoredHolder>;
}

/** Reads the tables of the types. */
export class Tables {
  readonly #rows: EngineDatabase['rows'];
  readonly #layout: Layout;

  constructor({ rows }: Pick<EngineDatabase, 'rows'>, layout: Layout) {
    this.#rows = rows;
    this.#layout = layout;
  }

  /** @throws Error for rows that no document may have */
  async read(documents: DocumentNames): Promise<Stored> {
    const names = new Map<string, Map<number, string>>();
    const models: Record<string, Map<number, StoredHolder>> = {};
    const rows = new Map<string, StoredHolder>();
    // All rows are read in one query.
    const links = Promise.all(ruled().map(([uid, rule]) => this.#linksOf(uid, rule)));
    const pending = this.#rows(PENDING);
    const found = await Promise.all(
      Object.entries(types).map(
        async ([type, rule]) =>
          [type, rule, this.#holders(uidOf(type), rule), await this.#versions(type)] as const,
      ),
    );
    for (const [type, rule, held, versions] of found) {
      const ids = new Map<number, string>();
      const holders = await held;
      names.set(type, ids);
      models[uidOf(type)] = holders;
      for (const [id, document, locale, publishedAt] of versions) {
        const version = !rule.drafts ? 'only' : publishedAt === null ? 'draft' : 'published';
        const name = nameOf(
          documents.get(String(document)) ?? String(document),
          locale === null ? null : String(locale),
          version,
        );
        const holder = holders.get(Number(id));
        if (!holder || rows.has(name)) throw new Error(`several rows of ${name}`);
        if (!rule.drafts && publishedAt === null) throw new Error(`${name} has no publishedAt`);
        ids.set(Number(id), name);
        rows.set(name, holder);
      }
    }
    for (const [uid, rule] of Object.entries(components)) {
      models[uid] = await this.#holders(uid, rule);
    }
    for (const each of await links) link(models, names, each);
    addPending(models, documents, await pending);
    assertOwned(models);
    return rows;
  }

  #versions(type: string): Promise<readonly Cells[]> {
    const table = this.#layout.table(uidOf(type));
    return this.#rows(`select id, document_id, locale, published_at from "${table}"`);
  }

  async #holders(uid: string, rule: HolderRule): Promise<Map<number, StoredHolder>> {
    const columns = rule.scalars.map(({ name }) => `, "${this.#layout.column(uid, name)}"`);
    const rows = await this.#rows(`select id${columns.join('')} from "${this.#layout.table(uid)}"`);
    return new Map(
      rows.map(([id, ...values]) => [
        Number(id),
        {
          id: Number(id),
          values: Object.fromEntries(rule.scalars.map(({ name }, i) => [name, values[i]])),
          links: Object.fromEntries(rule.relations.map(({ name }) => [name, []])),
          pending: {},
          parts: Object.fromEntries(rule.parts.map(({ name }) => [name, []])),
        },
      ]),
    );
  }

  async #linksOf(uid: string, rule: HolderRule): Promise<StoredLinks> {
    const [parts, ...relations] = await Promise.all([
      rule.parts.length === 0 ? [] : this.#dependencies(uid, rule),
      ...rule.relations.map((relation) => this.#links(uid, relation)),
    ]);
    return { uid, rule, relations, parts };
  }

  #dependencies(uid: string, rule: HolderRule): Promise<readonly Cells[]> {
    return this.#rows(
      `select entity_id, cmp_id, component_type, field from "${this.#componentsTable(uid, rule)}"
        order by entity_id, field, "order", id`,
    );
  }

  /** Pairs of near and far rows, in the order of a read: by column, then by far row. */
  #links(uid: string, { name }: RelationRule): Promise<readonly Cells[]> {
    const link = this.#layout.link(uid, name);
    if (link.kind !== 'joinTable') throw new Error(`${name} has no join table`);
    const order = link.order === null ? '' : `"${link.order}", `;
    return this.#rows(
      `select "${link.near}", "${link.far}" from "${link.table}" order by "${link.near}", ${order}"${link.far}"`,
    );
  }

  #componentsTable(uid: string, { parts }: HolderRule): string {
    const link = this.#layout.link(uid, parts[0]?.name ?? '');
    if (link.kind !== 'components') throw new Error(`${uid} has no components`);
    return link.table;
  }
}

/** Links of a type or component, as stored. */
interface StoredLinks {
  readonly uid: string;
  readonly rule: HolderRule;
  /** Pairs of near and far rows, for each relation of the rule. */
  readonly relations: readonly (readonly Cells[])[];
  /** Owner, component row, component and attribute. */
  readonly parts: readonly Cells[];
}

function link(
  models: Models,
  names: ReadonlyMap<string, ReadonlyMap<number, string>>,
  { uid, rule, relations, parts }: StoredLinks,
): void {
  for (const [i, { name, target: type }] of rule.relations.entries()) {
    for (const [near, far] of relations[i] ?? []) {
      const holder = models[uid]?.get(Number(near));
      const target = names.get(type)?.get(Number(far));
      if (!holder || target === undefined) throw new Error(`${uid} ${name} leads nowhere`);
      holder.links[name] = [...(holder.links[name] ?? []), target];
    }
  }
  for (const [entity, part, component, field] of parts) {
    const holder = models[uid]?.get(Number(entity));
    const inner = models[String(component)]?.get(Number(part));
    if (!holder || !inner) throw new Error(`${uid} ${String(field)} leads nowhere`);
    const list = holder.parts[String(field)] ?? [];
    holder.parts[String(field)] = [...list, partOf(String(component), inner)];
  }
}

const PENDING =
  'select source_type, source_id, attribute, target_document, target_locale, target_status' +
  ' from quoin_pending_links order by "order", id';

/** Adds pending links (docs/strapi/differences.md, D6). */
function addPending(models: Models, documents: DocumentNames, links: readonly Cells[]): void {
  for (const [type, id, attribute, document, locale, status] of links) {
    const holder = models[String(type)]?.get(Number(id));
    if (!holder)
      throw new Error(`a pending link of ${String(type)} ${String(id)}, which does not exist`);
    const name = nameOf(
      documents.get(String(document)) ?? String(document),
      locale === null ? null : String(locale),
      status === 'draft' ? 'draft' : 'published',
    );
    holder.pending[String(attribute)] = [...(holder.pending[String(attribute)] ?? []), name];
  }
}

/** @throws Error for components with no owner, or with several */
function assertOwned(models: Models): void {
  const owned = new Map<StoredHolder, number>();
  for (const holder of Object.values(models).flatMap((each) => [...each.values()])) {
    for (const part of Object.values(holder.parts).flat()) {
      owned.set(part, (owned.get(part) ?? 0) + 1);
    }
  }
  for (const uid of Object.keys(components)) {
    for (const [id, part] of models[uid] ?? []) {
      if (owned.get(part) !== 1) throw new Error(`${uid} ${id} has not one owner`);
    }
  }
}

/** The component itself, which is filled while others are read, with its name. */
function partOf(component: string, holder: StoredHolder): StoredPart {
  return Object.assign(holder, { component });
}

function ruled(): readonly (readonly [string, HolderRule])[] {
  return [
    ...Object.entries(types).map(([name, rule]) => [uidOf(name), rule] as const),
    ...Object.entries(components),
  ];
}
