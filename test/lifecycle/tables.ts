// In charge of reading a database as the model says it: rows by name, with their values, links and components, straight
// from the tables (spec/storage.md sections 1 and 3).
import type BetterSqlite from 'better-sqlite3';
import type { Layout } from '../../src/storage/layout.ts';
import { components, types, uidOf, type HolderRule, type RelationRule } from './types.ts';
import { nameOf } from './world.ts';

/** What a database says of a row or a component. */
export interface StoredHolder {
  readonly id: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly links: Record<string, readonly string[]>;
  /** Names of the rows that are remembered, by attribute. */
  readonly pending: Record<string, readonly string[]>;
  readonly parts: Record<string, readonly StoredPart[]>;
}

export interface StoredPart extends StoredHolder {
  readonly component: string;
}

export type Stored = ReadonlyMap<string, StoredHolder>;

type Cells = readonly unknown[];

/** The name of a document, by its documentId. */
export type DocumentNames = ReadonlyMap<string, string>;

interface Models {
  readonly [uid: string]: Map<number, StoredHolder>;
}

/** Reads the tables of the types; statements are prepared once. */
export class Tables {
  readonly #connection: BetterSqlite.Database;
  readonly #layout: Layout;
  readonly #prepared = new Map<string, BetterSqlite.Statement>();

  constructor(connection: BetterSqlite.Database, layout: Layout) {
    this.#connection = connection;
    this.#layout = layout;
  }

  /** @throws Error for rows that no document may have */
  read(documents: DocumentNames): Stored {
    const names = new Map<string, Map<number, string>>();
    const models: Record<string, Map<number, StoredHolder>> = {};
    const rows = new Map<string, StoredHolder>();
    for (const [type, rule] of Object.entries(types)) {
      const ids = new Map<number, string>();
      const holders = this.#holders(uidOf(type), rule);
      names.set(type, ids);
      models[uidOf(type)] = holders;
      for (const [id, document, locale, publishedAt] of this.#versions(type)) {
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
    for (const [uid, rule] of Object.entries(components)) models[uid] = this.#holders(uid, rule);
    for (const [uid, rule] of ruled()) this.#link(models, { uid, rule, names });
    this.#remember(models, documents);
    assertOwned(models);
    return rows;
  }

  #versions(type: string): readonly Cells[] {
    const table = this.#layout.table(uidOf(type));
    return this.#all(`select id, document_id, locale, published_at from "${table}"`);
  }

  #holders(uid: string, rule: HolderRule): Map<number, StoredHolder> {
    const columns = rule.scalars.map(({ name }) => `, "${this.#layout.column(uid, name)}"`);
    const rows = this.#all(`select id${columns.join('')} from "${this.#layout.table(uid)}"`);
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

  #link(
    models: Models,
    {
      uid,
      rule,
      names,
    }: {
      readonly uid: string;
      readonly rule: HolderRule;
      readonly names: ReadonlyMap<string, ReadonlyMap<number, string>>;
    },
  ): void {
    for (const relation of rule.relations) {
      for (const [near, far] of this.#links(uid, relation)) {
        const holder = models[uid]?.get(Number(near));
        const target = names.get(relation.target)?.get(Number(far));
        if (!holder || target === undefined)
          throw new Error(`${uid} ${relation.name} leads nowhere`);
        holder.links[relation.name] = [...(holder.links[relation.name] ?? []), target];
      }
    }
    if (rule.parts.length === 0) return;
    const table = this.#componentsTable(uid, rule);
    for (const [entity, part, component, field] of this.#all(
      `select entity_id, cmp_id, component_type, field from "${table}" order by entity_id, field, "order", id`,
    )) {
      const holder = models[uid]?.get(Number(entity));
      const inner = models[String(component)]?.get(Number(part));
      if (!holder || !inner) throw new Error(`${uid} ${String(field)} leads nowhere`);
      const list = holder.parts[String(field)] ?? [];
      holder.parts[String(field)] = [...list, partOf(String(component), inner)];
    }
  }

  /** Pairs of near and far rows, in the order in which a read gives them: that of the column, then of the far rows. */
  #links(uid: string, { name }: RelationRule): readonly Cells[] {
    const link = this.#layout.link(uid, name);
    if (link.kind !== 'joinTable') throw new Error(`${name} has no join table`);
    const order = link.order === null ? '' : `"${link.order}", `;
    return this.#all(
      `select "${link.near}", "${link.far}" from "${link.table}" order by "${link.near}", ${order}"${link.far}"`,
    );
  }

  #componentsTable(uid: string, { parts }: HolderRule): string {
    const link = this.#layout.link(uid, parts[0]?.name ?? '');
    if (link.kind !== 'components') throw new Error(`${uid} has no components`);
    return link.table;
  }

  /** Links that wait for their target (decision D6). */
  #remember(models: Models, documents: DocumentNames): void {
    for (const [type, id, attribute, document, locale, status] of this.#all(
      `select source_type, source_id, attribute, target_document, target_locale, target_status from quoin_pending_links order by "order", id`,
    )) {
      const holder = models[String(type)]?.get(Number(id));
      if (!holder)
        throw new Error(`a remembered link of ${String(type)} ${String(id)}, which is not there`);
      const name = nameOf(
        documents.get(String(document)) ?? String(document),
        locale === null ? null : String(locale),
        status === 'draft' ? 'draft' : 'published',
      );
      holder.pending[String(attribute)] = [...(holder.pending[String(attribute)] ?? []), name];
    }
  }

  #all(sql: string): readonly Cells[] {
    const known = this.#prepared.get(sql);
    const statement = known ?? this.#connection.prepare(sql).raw();
    if (!known) this.#prepared.set(sql, statement);
    return statement.all() as readonly Cells[];
  }
}

/** @throws Error for components that are nobody's, or several times somebody's */
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

/** The component itself, which is filled while others are read, under its name. */
function partOf(component: string, holder: StoredHolder): StoredPart {
  return Object.assign(holder, { component });
}

function ruled(): readonly (readonly [string, HolderRule])[] {
  return [
    ...Object.entries(types).map(([name, rule]) => [uidOf(name), rule] as const),
    ...Object.entries(components),
  ];
}
