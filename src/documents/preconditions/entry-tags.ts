// Entity tags of entries: a hash of everything that is stored of one row of a document, which changes with every write
// to the row, its components or its links, by any program (docs/decisions/0029).
import { createHmac } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import type { PreparedRead } from '../../query/prepared-read.ts';
import type { Status } from '../../query/params.ts';
import type { Attribute, ContentType } from '../../schema/types.ts';
import { componentsOf } from '../../schema/registry.ts';
import type { Database } from '../../storage/database.ts';
import type { Row, WriteSteps } from '../../storage/session.ts';
import {
  stateQueries,
  type ComponentStep,
  type StateTable,
} from '../../storage/statements/entry-state.ts';
import type { Link } from '../../storage/layout/link.ts';
import { findDocumentRows, lockDocumentRows, type DocumentRow } from '../rows/document-rows.ts';
import { groupBy } from '../../base/group-by.ts';
import { ModelCache } from '../model-cache.ts';
import { rowsInLocales } from '../version.ts';
import type { WriteContext } from '../write-context.ts';

/** The tags of an `If-Match` header; `*` is any. */
export type IfMatch = '*' | ReadonlySet<string>;

/** The expected tags of the document that a write changes. */
export interface ExpectedTags {
  readonly type: ContentType;
  /** Null for the document of a single type. */
  readonly documentId: string | null;
  /** The read for the response, which names the locales. */
  readonly read: PreparedRead;
  /** Which rows of a locale are compared; one of them must have one of the tags. */
  readonly statuses: readonly Status[];
  readonly ifMatch: IfMatch;
}

interface EntryTagDependencies {
  readonly context: WriteContext;
  readonly database: Pick<Database, 'read'>;
  /** Key of the hash, so that a tag does not reveal values that its reader may not see. */
  readonly secret: string;
}

/** Reads and compares entity tags. */
export class EntryTags {
  readonly #dependencies: EntryTagDependencies;
  readonly #key: string;

  constructor(dependencies: EntryTagDependencies) {
    this.#dependencies = dependencies;
    this.#key = `entity tags of entries ${dependencies.secret}`;
  }

  /** Reads the tag of a row; null if it does not exist. */
  async read(uid: string, row: number): Promise<string | null> {
    const tags = await this.#dependencies.database.read(this.of(uid, [row]));
    return tags.get(row) ?? null;
  }

  /**
   * Returns the tags of rows by id, without rows that do not exist. One statement for any number of rows, and one more for
   * each level of components that contain themselves.
   */
  *of(uid: string, rows: readonly number[]): WriteSteps<ReadonlyMap<number, string>> {
    if (rows.length === 0) return new Map();
    const states = yield* readStates(this.#dependencies.context, uid, rows);
    return new Map([...states].map(([id, state]) => [id, this.#hash(state)]));
  }

  /** Returns the names of the tables that tags of a type depend on. */
  tables(uid: string): readonly string[] {
    return stateTables
      .get(this.#dependencies.context, uid)
      .tables.flatMap(({ table, path }) => [table, ...path.map((step) => step.table)]);
  }

  /**
   * Ends a write if what it expects has changed. Runs in the transaction of the write, and locks the rows of the
   * document. A document that does not exist is left to the write.
   * @throws PreconditionFailedError
   */
  *assert({ type, documentId, read, statuses, ifMatch }: ExpectedTags): WriteSteps<void> {
    const all = yield* lockDocumentRows(this.#dependencies.context, type, documentId);
    if (all.length === 0 && documentId !== null) return;
    const rows = rowsInLocales(all, read);
    const compared = rows.filter(
      ({ isDraft }) => !type.draftAndPublish || statuses.includes(isDraft ? 'draft' : 'published'),
    );
    const tags = ifMatch === '*' ? null : yield* this.of(type.uid, compared.map(idOf));
    const isCurrent = ({ id }: DocumentRow): boolean =>
      ifMatch === '*' || ifMatch.has(tags?.get(id) ?? '');
    const locales = [...new Set(rows.map(({ locale }) => locale))];
    const areCurrent = locales.every((locale) =>
      compared.some((row) => row.locale === locale && isCurrent(row)),
    );
    if (locales.length === 0 || !areCurrent) throw preconditionFailed();
  }

  /** Returns the row that editors change for a row that was written: its draft, or itself. */
  *editedRow(type: ContentType, row: number): WriteSteps<number> {
    if (!type.draftAndPublish) return row;
    const { context } = this.#dependencies;
    const [written] = yield* context.statements.select(context.layout.table(type.uid), {
      columns: ['document_id', 'locale'],
      where: [{ column: 'id', is: row }],
    });
    const [documentId = null, locale = null] = written ?? [];
    const rows = yield* findDocumentRows(context, type, String(documentId));
    return rows.find((each) => each.isDraft && each.locale === locale)?.id ?? row;
  }

  /** The order in which rows are read does not matter: links contain theirs. */
  #hash(texts: readonly string[]): string {
    const hash = createHmac('sha256', this.#key);
    for (const text of texts.toSorted()) hash.update(`${text.length} ${text}`);
    return hash.digest().subarray(0, LENGTH).toString('base64url');
  }
}

/** In bytes. */
const LENGTH = 16;

/** 412: an entry does not match the expected tag. */
export function preconditionFailed(): AppError {
  return new AppError(
    'PreconditionFailedError',
    'The entry has changed since it was read: If-Match does not name its current ETag. Read it again and repeat the change.',
  );
}

/** The first table is that of the entry itself. */
function isOwnRow([, part]: Row): boolean {
  return Number(part) === 0;
}

function idOf({ id }: DocumentRow): number {
  return id;
}

/** The tables and columns that make up the state of a model's entries. */
interface ModelState {
  readonly tables: readonly StateTable[];
  /** Components in themselves: the uid by the index of the table with their ids. */
  readonly repeated: ReadonlyMap<number, string>;
}

const stateTables = new ModelCache((context, uid): ModelState => {
  const found = [...tablesOf(context, uid, [])];
  const repeated = found.flatMap(({ repeats }, i) =>
    repeats === undefined ? [] : [[i, repeats] as const],
  );
  return { tables: found, repeated: new Map(repeated) };
});

/** Texts of everything that is stored of rows of a model, by id, without rows that do not exist. */
function* readStates(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): WriteSteps<ReadonlyMap<number, readonly string[]>> {
  const { tables, repeated } = stateTables.get(context, uid);
  const results = yield stateQueries(context, { key: uid, tables }, rows);
  const states = groupBy(results.flat(), ([id]) => Number(id));
  const texts = new Map<number, string[]>();
  for (const [id, state] of states) {
    // Links may be left of a row that does not exist any more.
    if (!state.some(isOwnRow)) continue;
    texts.set(
      id,
      state.map(([, part, text]) => `${Number(part)} ${String(text)}`),
    );
  }
  for (const [part, component] of repeated) {
    const inside = results.flat().filter((row) => Number(row[1]) === part);
    const ids = [...new Set(inside.map(([, , id]) => Number(id)))];
    if (ids.length === 0) continue;
    const nested = yield* readStates(context, component, ids);
    for (const [entry, , id] of inside) {
      const own = nested.get(Number(id)) ?? [];
      texts.get(Number(entry))?.push(...own.map((text) => `${part} ${Number(id)} ${text}`));
    }
  }
  return texts;
}

/** A table, and the component whose ids it has if that contains itself. */
type FoundTable = StateTable & { readonly repeats?: string };

/** The tables with the state of a model: its own, those of its links, and those of its components. */
function* tablesOf(
  context: WriteContext,
  uid: string,
  path: readonly ComponentStep[],
): Iterable<FoundTable> {
  const { registry, layout } = context;
  const model = registry.model(uid);
  const own = layout.table(uid);
  const columns = layout.tables.find(({ name }) => name === own)?.columns ?? [];
  yield { table: own, owner: 'id', columns: columns.map(({ name }) => name), where: [], path };
  const attributes = [...model.attributes.values()].filter(({ kind }) => kind !== 'scalar');
  for (const attribute of attributes) {
    const links = linksOf(context, attribute, layout.link(uid, attribute.name));
    if (links) yield { ...links, columns: withOwner(links, path), path };
  }
  const [composed] = attributes.filter(isComposed);
  const link = composed && layout.link(uid, composed.name);
  if (link?.kind !== 'components') return;
  const { table } = link;
  const slots = { table, owner: 'entity_id', columns: SLOT, where: [] };
  yield { ...slots, columns: withOwner(slots, path), path };
  const types = new Set(attributes.flatMap(componentsOf));
  for (const type of types) {
    if (path.some((step) => step.type === type)) {
      const where = [{ column: 'component_type', is: type }];
      yield { ...slots, columns: 'cmp_id', where, path, repeats: type };
      continue;
    }
    yield* tablesOf(context, type, [...path, { table, type }]);
  }
}

/** Rows inside components are identified by the component that they belong to. */
function withOwner(
  { owner, columns }: Pick<StateTable, 'owner'> & { readonly columns: readonly string[] },
  path: readonly ComponentStep[],
): readonly string[] {
  return path.length === 0 ? columns : [owner, ...columns];
}

const SLOT = ['field', 'component_type', 'cmp_id', 'order'];

function isComposed({ kind }: Attribute): boolean {
  return kind === 'component' || kind === 'dynamiczone';
}

type LinkTable = Pick<StateTable, 'table' | 'owner' | 'where'> & {
  readonly columns: readonly string[];
};

/** The rows of links that are not columns of the row itself; null if there are none. */
function linksOf({ layout }: WriteContext, attribute: Attribute, link: Link): LinkTable | null {
  switch (link.kind) {
    case 'joinTable': {
      const { table, near, far, order } = link;
      return { table, owner: near, columns: order === null ? [far] : [far, order], where: [] };
    }
    case 'inverseColumn':
      return { ...farRows(layout, attribute), owner: link.column, where: [] };
    case 'morphInverse': {
      const { table, idColumn, far, typeColumn, type, field } = link;
      const where = [
        { column: typeColumn, is: type },
        { column: 'field', is: field },
      ];
      return { table, owner: idColumn, columns: [far, 'order'], where };
    }
    case 'morphTable': {
      const { table, near, idColumn, typeColumn } = link;
      return { table, owner: near, columns: ['field', typeColumn, idColumn, 'order'], where: [] };
    }
    case 'morphColumnsInverse': {
      const where = [{ column: link.typeColumn, is: link.type }];
      return { ...farRows(layout, attribute), owner: link.idColumn, where };
    }
    default:
      return null;
  }
}

/** The ids of rows that contain the link themselves. */
function farRows(
  layout: WriteContext['layout'],
  attribute: Attribute,
): Pick<LinkTable, 'table' | 'columns'> {
  const target = 'target' in attribute ? attribute.target : undefined;
  return { table: layout.table(target ?? ''), columns: ['id'] };
}
