// Inserts rows by table or model inside a transaction at startup. Documents are written by `documents`.
import { sql } from 'kysely';
import { createDocumentId } from '../../base/document-id.ts';
import type { CompiledSql, Dialect, Fragment } from '../dialect.ts';
import type { Layout } from '../layout/layout.ts';
import type { Query, Row, Session, SqlValue } from '../session.ts';

/** Writes rows with the same timestamps. */
export class RowWriter {
  /** Timestamp of all rows in the form of a datetime column. */
  readonly now: SqlValue;
  readonly #session: Session;
  readonly #dialect: Dialect;
  readonly #layout: Layout;

  constructor(session: Session, dialect: Dialect, layout: Layout) {
    this.#session = session;
    this.#dialect = dialect;
    this.#layout = layout;
    this.now = dialect.encode('datetime', Date.now());
  }

  rows(fragment: Fragment): Promise<readonly Row[]> {
    return this.#session.rows(toQuery(this.#dialect.compile(fragment)));
  }

  /** Inserts a row of column values. @returns its id */
  async insert(table: string, row: Readonly<Record<string, SqlValue>>): Promise<number> {
    const columns = sql.join(Object.keys(row).map((column) => sql.id(column)));
    const [inserted] = await this.rows(
      sql`INSERT INTO ${sql.id(table)} (${columns}) VALUES (${sql.join(Object.values(row))}) RETURNING id`,
    );
    return Number(inserted?.[0]);
  }

  /** Inserts a document of a type without drafts and locales from attribute values. @returns its row id */
  insertEntry(uid: string, values: Readonly<Partial<Record<string, SqlValue>>>): Promise<number> {
    const times = { createdAt: this.now, updatedAt: this.now, publishedAt: this.now };
    const attributes = { documentId: createDocumentId(), ...values, ...times };
    return this.insert(
      this.#layout.table(uid),
      Object.fromEntries(
        Object.entries(attributes).map(([name, value]) => [
          this.#layout.column(uid, name),
          value ?? null,
        ]),
      ),
    );
  }

  /** Links a row to others through an attribute with a join table, in order. */
  async insertLinks(
    uid: string,
    attribute: string,
    { near, far }: { readonly near: number; readonly far: readonly number[] },
  ): Promise<void> {
    const link = this.#layout.link(uid, attribute);
    if (link.kind !== 'joinTable') throw new Error(`${uid} ${attribute} has no join table`);
    for (const [i, id] of far.entries()) {
      const order = link.order === null ? {} : { [link.order]: i + 1 };
      await this.insert(link.table, { [link.near]: near, [link.far]: id, ...order });
    }
  }
}

/** A printed statement whose parameters are all values. */
export function toQuery({ sql: text, parameters }: CompiledSql): Query {
  return { sql: text, values: parameters as Query['values'] };
}

/** Compiles a statement. */
export function printQuery({ compile }: Pick<Dialect, 'compile'>, fragment: Fragment): Query {
  return toQuery(compile(fragment));
}
