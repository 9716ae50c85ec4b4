// Converts links of an archive to rows: from the owning side, if both ends exist (docs/strapi/archives.md, "Import").
import type { Registry } from '../../schema/registry.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import type { RowStatements } from '../../storage/statements/row-statements.ts';
import { runInSession, type Session, type SqlValue } from '../../storage/session.ts';
import { isTransferred, type LinkEnd, type LinkLine } from '../archive/lines.ts';
import { isRowId } from './entity-rows.ts';
import type { RowPages, ImportTable } from './row-pages.ts';
import type { ImportSummary } from './import-summary.ts';

/** Inputs of the conversion. */
export interface LinkDependencies {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly dialect: Dialect;
  readonly statements: RowStatements;
  readonly session: Session;
  readonly pages: RowPages;
  readonly summary: ImportSummary;
}

/** How the links of an attribute are stored. */
type LinkStorage =
  /** One row per link; `order` and `inverseOrder` are null if it has none. */
  | {
      readonly kind: 'rows';
      readonly target: ImportTable;
      readonly order: boolean;
      readonly inverseOrder: boolean;
      readonly to: string;
    }
  | { readonly kind: 'morphRows'; readonly target: ImportTable }
  /** Columns of the row itself. */
  | {
      readonly kind: 'column';
      readonly table: string;
      readonly column: string;
      readonly to: string;
    }
  | { readonly kind: 'morphColumns'; readonly table: string; readonly columns: readonly string[] };

/** A link whose ends have valid ids and known types. */
interface ArchivedLink {
  readonly storage: LinkStorage;
  readonly left: LinkEnd & { readonly ref: number };
  readonly right: LinkEnd & { readonly ref: number };
}

/** Number of links whose ends are looked up at once. */
const PAGE = 500;

/** Converts links to rows. */
export class LinkRows {
  count = 0;
  readonly #dependencies: LinkDependencies;
  readonly #storages = new Map<string, LinkStorage | string | null>();
  #waiting: ArchivedLink[] = [];

  constructor(dependencies: LinkDependencies) {
    this.#dependencies = dependencies;
  }

  /** Adds a link. */
  async add({ left, right }: LinkLine): Promise<void> {
    const { summary, registry } = this.#dependencies;
    const storage = this.#storageOf(left);
    if (storage === null) return;
    if (typeof storage === 'string') return summary.add(storage, example(left, right));
    if (!isEnd(left) || !isEnd(right)) {
      return summary.add('links whose ends are not ids', example(left, right));
    }
    const to = 'to' in storage ? storage.to : right.type;
    if (right.type !== to || !registry.has(to) || !isTransferred({ uid: to })) {
      const kind = `links of ${nameOf(left)} to ${right.type}, which cannot exist here`;
      return summary.add(kind, example(left, right));
    }
    this.#waiting.push({ storage, left, right });
    if (this.#waiting.length >= PAGE) await this.flush();
  }

  /** Writes pending links. @throws TransferError if the database rejects one */
  async flush(): Promise<void> {
    const links = this.#waiting;
    this.#waiting = [];
    const ids = await this.#existing(links);
    const exists = ({ type, ref }: ArchivedLink['left']): boolean =>
      ids.get(type)?.has(ref) === true;
    const complete: ArchivedLink[] = [];
    for (const link of links) {
      if (exists(link.left) && exists(link.right)) complete.push(link);
      else {
        const kind = `links of ${nameOf(link.left)} with an end that is not in the archive`;
        this.#dependencies.summary.add(kind, example(link.left, link.right));
      }
    }
    this.count += complete.length;
    for (const link of complete) this.#addRow(link);
    await this.#dependencies.pages.flush();
    await this.#setColumns(complete);
  }

  /** Finds existing ends, in one statement per type. */
  async #existing(
    links: readonly ArchivedLink[],
  ): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
    const { layout, statements, session } = this.#dependencies;
    const requested = new Map<string, Set<number>>();
    for (const { type, ref } of links.flatMap(({ left, right }) => [left, right])) {
      const refs = requested.get(type);
      if (refs) refs.add(ref);
      else requested.set(type, new Set([ref]));
    }
    const existing = new Map<string, ReadonlySet<number>>();
    for (const [type, refs] of requested) {
      const where = [{ column: 'id', in: [...refs] }];
      const steps = statements.select(layout.table(type), { columns: ['id'], where });
      existing.set(type, new Set((await runInSession(session, steps)).map(([id]) => Number(id))));
    }
    return existing;
  }

  #addRow({ storage, left, right }: ArchivedLink): void {
    const { pages } = this.#dependencies;
    if (storage.kind === 'rows') {
      const orders = [
        ...(storage.order ? [left.pos ?? null] : []),
        ...(storage.inverseOrder ? [right.pos ?? null] : []),
      ];
      pages.add(storage.target, [left.ref, right.ref, ...orders], 0);
    } else if (storage.kind === 'morphRows') {
      const row = [left.ref, right.ref, right.type, right.field ?? null, right.pos ?? null];
      pages.add(storage.target, row, 0);
    }
  }

  async #setColumns(links: readonly ArchivedLink[]): Promise<void> {
    const { statements, session } = this.#dependencies;
    const changes = new Map<LinkStorage, SqlValue[][]>();
    for (const { storage, left, right } of links) {
      if (storage.kind !== 'column' && storage.kind !== 'morphColumns') continue;
      const row = [left.ref, right.ref, ...(storage.kind === 'column' ? [] : [right.type])];
      const rows = changes.get(storage);
      if (rows) rows.push(row);
      else changes.set(storage, [row]);
    }
    for (const [storage, rows] of changes) {
      if (storage.kind !== 'column' && storage.kind !== 'morphColumns') continue;
      const columns = storage.kind === 'column' ? [storage.column] : storage.columns;
      const free = await this.#free({ table: storage.table, column: columns[0] ?? '' }, rows);
      await runInSession(session, statements.update(storage.table, columns, free));
    }
  }

  /** For links stored in columns, those whose row has none yet; the first one wins. */
  async #free(
    { table, column }: { readonly table: string; readonly column: string },
    rows: readonly SqlValue[][],
  ): Promise<readonly SqlValue[][]> {
    const { statements, session, summary } = this.#dependencies;
    const where = [{ column: 'id', in: [...new Set(rows.map(([id]) => Number(id)))] }];
    const stored = await runInSession(
      session,
      statements.select(table, { columns: ['id', column], where }),
    );
    const linked = new Set(stored.flatMap(([id, to]) => (to === null ? [] : [Number(id)])));
    return rows.filter(([id, to]) => {
      const isFree = !linked.has(Number(id));
      linked.add(Number(id));
      if (!isFree) {
        this.count -= 1;
        summary.add(
          `additional links in ${table}, which allows one per row`,
          `${String(id)} to ${String(to)}`,
        );
      }
      return isFree;
    });
  }

  /** Storage of an attribute's links; null to skip silently, a string to report why they are skipped. */
  #storageOf({ type, field = '' }: LinkEnd): LinkStorage | string | null {
    const key = `${type} ${field}`;
    const cached = this.#storages.get(key);
    if (cached !== undefined) return cached;
    const storage = this.#makeStorage(type, field);
    // The number of attributes of the project is bounded.
    if (typeof storage !== 'string') this.#storages.set(key, storage);
    return storage;
  }

  #makeStorage(uid: string, field: string): LinkStorage | string | null {
    const { registry, layout } = this.#dependencies;
    const model = registry.has(uid) ? registry.model(uid) : undefined;
    const attribute = model?.attributes.get(field);
    if (!model || !attribute || attribute.kind === 'scalar') {
      return `links of ${uid}.${field}, which the project does not have`;
    }
    if (!isTransferred(model)) return `links of ${uid}, which archives do not contain`;
    if (attribute.kind === 'localizations') return null;
    const link = layout.link(uid, field);
    const to = attribute.kind === 'relation' ? attribute.target : '';
    if (to !== '' && !isTransferred(registry.model(to))) {
      return `links of ${uid}.${field} to ${to}, which archives do not contain`;
    }
    const isOwner = attribute.kind !== 'relation' || attribute.mappedBy === undefined;
    if (link.kind === 'joinTable' && isOwner) {
      const { table, near, far, order, inverseOrder } = link;
      const orders = [order, inverseOrder].filter((column) => column !== null);
      return {
        kind: 'rows',
        target: this.#target(`a link of ${uid}.${field}`, table, [near, far, ...orders]),
        order: order !== null,
        inverseOrder: inverseOrder !== null,
        to,
      };
    }
    if (link.kind === 'morphTable') {
      const { table, near, idColumn, typeColumn } = link;
      const columns = [near, idColumn, typeColumn, 'field', 'order'];
      return {
        kind: 'morphRows',
        target: this.#target(`a link of ${uid}.${field}`, table, columns),
      };
    }
    const table = layout.table(uid);
    if (link.kind === 'column') return { kind: 'column', table, column: link.column, to };
    if (link.kind === 'morphColumns') {
      return { kind: 'morphColumns', table, columns: [link.idColumn, link.typeColumn] };
    }
    return `links of ${uid}.${field}, whose other side owns them here`;
  }

  #target(label: string, table: string, columns: readonly string[]): ImportTable {
    const double = (row: readonly SqlValue[]): void => {
      this.count -= 1;
      this.#dependencies.summary.add(
        `${label} that exists twice`,
        `${String(row[0])} to ${String(row[1])}`,
      );
    };
    return { table, columns, label, keyColumns: true, double };
  }
}

function isEnd(end: LinkEnd): end is LinkEnd & { readonly ref: number } {
  return isRowId(end.ref);
}

function nameOf({ type, field }: LinkEnd): string {
  return field === undefined ? type : `${type}.${field}`;
}

function example(left: LinkEnd, right: LinkEnd): string {
  return `${left.type} ${left.ref} to ${right.type} ${right.ref}`;
}
