// Looks up the targets of a write: documents, in the version and locale of the link (docs/strapi/publishing.md,
// "Links between versions and locales"), and rows. One statement for each related type and kind of id.
import { validationError, type AppError } from '../../base/errors.ts';
import { FILE } from '../../schema/built-in/uids.ts';
import type { Row, WriteSteps } from '../../storage/session.ts';
import type { FoundDocuments } from '../check/relation-echo.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { groupBy } from '../../base/group-by.ts';
import type {
  DocumentTarget,
  EntryInput,
  RelationInput,
  RowTarget,
  TargetInput,
} from '../input.ts';
import type { WriteContext } from '../write-context.ts';

/** The row that is written. Its type, version and locale decide which rows of a target are linked. */
export interface LinkSource {
  /** True for a type with drafts: the written row links to drafts. */
  readonly draftAndPublish: boolean;
  /** The locale of the written row; null if its type has none. */
  readonly locale: string | null;
}

/** The rows of targets. */
export interface Targets extends FoundDocuments {
  /** The rows of a target, drafts first; empty for an unknown target that is only disconnected. */
  rowsOf(uid: string, target: TargetInput): readonly number[];
  /** The first type with row ids that do not exist, and their number; null if all exist. */
  readonly missing: { readonly uid: string; readonly count: number } | null;
  /**
   * The error for the first unknown document in the position of a row id, or null. It is reported only if there are no others.
   */
  readonly deferredError: AppError | null;
  /** The locale in messages for an anchor without a locale; null for none. */
  readonly locale: string | null;
}

/** Looks up all targets of an entry and its components. @throws ValidationError for the first unknown document */
export function* findTargets(
  context: WriteContext,
  source: LinkSource,
  input: EntryInput,
): WriteSteps<Targets> {
  const named = [...targetsIn(context, input)];
  const defaultLocale = source.locale === null ? context.defaultLocale : null;
  if (named.length === 0) return { locale: defaultLocale, ...NO_TARGETS };
  const [documents, rows] = yield* concurrently([
    findDocuments(context, named),
    findRows(context, named),
  ]);
  const groups = new Map<string, readonly number[]>();
  let deferredError: AppError | null = null;
  for (const { uid, target, isDeferred = false } of named) {
    if (target.by === 'id') continue;
    const found = documents.get(uid)?.get(target.documentId) ?? [];
    const locale = linkedLocale(context, { uid, target, source });
    const linked = rowsFor(context, { uid, target, found, source, locale });
    groups.set(keyOf(uid, target), linked);
    if (linked.length > 0) continue;
    const error = validationError(
      `Document with id "${target.documentId}", locale "${locale}" not found`,
    );
    if (!isDeferred) throw error;
    deferredError ??= error;
  }
  const rowsOf: Targets['rowsOf'] = (uid, target) => {
    if (target.by === 'documentId') return groups.get(keyOf(uid, target)) ?? [];
    return rows.get(uid)?.has(target.id) === true ? [target.id] : [];
  };
  return {
    rowsOf,
    missing: missingRows(named, { rowsOf, order: () => [...typesIn(context, input)] }),
    deferredError,
    locale: defaultLocale,
  };
}

const NO_TARGETS: Omit<Targets, 'locale'> = {
  rowsOf: () => [],
  missing: null,
  deferredError: null,
};

interface NamedTarget {
  readonly uid: string;
  readonly target: TargetInput;
  /** False for a target that is only disconnected, which need not exist. */
  readonly mustExist: boolean;
  /** True for the anchor of a row id, whose error is deferred. */
  readonly isDeferred?: boolean;
}

function* targetsIn(context: WriteContext, input: EntryInput): Iterable<NamedTarget> {
  for (const [name, change] of input.relations) {
    const uid = targetUid(context, input.uid, name);
    for (const each of targetsOf(change)) yield { uid: each.target.uid ?? uid, ...each };
  }
  for (const list of input.components.values()) {
    for (const component of list) yield* targetsIn(context, component);
  }
}

/** The target type of a relation or media attribute; empty if each target names its own. */
export function targetUid({ registry }: WriteContext, uid: string, name: string): string {
  const attribute = registry.attribute(uid, name);
  if (attribute?.kind === 'media') return FILE;
  if (attribute?.kind === 'relation') return attribute.target;
  if (attribute?.kind === 'morph') return attribute.target ?? '';
  throw new Error(`${uid} ${name} points to no type`);
}

function* targetsOf(change: RelationInput): Iterable<Omit<NamedTarget, 'uid'>> {
  const needed = (target: TargetInput) => ({ target, mustExist: true });
  if (change.kind === 'set') {
    yield* change.targets.map(needed);
  } else {
    for (const { target, position } of change.connect) {
      yield needed(target);
      // An anchor by row id that is not linked is reported when the links are ordered.
      if ('anchor' in position && position.anchor.by === 'documentId') {
        yield { target: position.anchor, mustExist: true, isDeferred: target.by === 'id' };
      }
    }
    yield* change.disconnect.map((target) => ({ target, mustExist: false }));
  }
  yield* change.referenced.map(needed);
}

/** The rows of a type by document id: id, document_id, locale, published_at. */
type Documents = ReadonlyMap<string, ReadonlyMap<string, readonly Row[]>>;

function* findDocuments(
  { statements, layout }: WriteContext,
  named: readonly NamedTarget[],
): WriteSteps<Documents> {
  const idsByType = namesByType(named, ({ target }) =>
    target.by === 'documentId' ? target.documentId : null,
  );
  const reads = Array.from(idsByType, ([uid, ids]) =>
    statements.select(layout.table(uid), {
      columns: ['id', 'document_id', 'locale', 'published_at'],
      where: [{ column: 'document_id', in: [...ids] }],
      order: ['id'],
    }),
  );
  const found = yield* concurrently(reads);
  const types = [...idsByType.keys()];
  return new Map(
    types.map((uid, i) => [uid, groupBy(found[i] ?? [], ([, document]) => String(document))]),
  );
}

function* findRows(
  { statements, layout }: WriteContext,
  named: readonly NamedTarget[],
): WriteSteps<ReadonlyMap<string, ReadonlySet<number>>> {
  const idsByType = namesByType(named, ({ target }) => (target.by === 'id' ? target.id : null));
  const reads = Array.from(idsByType, ([uid, ids]) => {
    const where = [{ column: 'id', in: [...ids].filter((id) => Number.isSafeInteger(id)) }];
    return statements.select(layout.table(uid), { columns: ['id'], where });
  });
  const found = yield* concurrently(reads);
  const types = [...idsByType.keys()];
  return new Map(types.map((uid, i) => [uid, new Set(found[i]?.map(([id]) => Number(id)))]));
}

/** The distinct names of targets, by type. */
function namesByType<T>(
  named: readonly NamedTarget[],
  nameOf: (each: NamedTarget) => T | null,
): ReadonlyMap<string, ReadonlySet<T>> {
  const groups = new Map<string, Set<T>>();
  for (const each of named) {
    const name = nameOf(each);
    if (name === null) continue;
    const group = groups.get(each.uid);
    if (group) group.add(name);
    else groups.set(each.uid, new Set([name]));
  }
  return groups;
}

interface Linked {
  readonly uid: string;
  readonly target: DocumentTarget;
  readonly source: LinkSource;
}

/** The locale of the rows of a target; null if its type has none. */
function linkedLocale(
  { registry, defaultLocale }: WriteContext,
  { uid, target, source }: Linked,
): string | null {
  if (!registry.contentType(uid).localized) return null;
  return source.locale ?? target.locale ?? defaultLocale;
}

interface Candidates extends Linked {
  /** All rows of the document. */
  readonly found: readonly Row[];
  readonly locale: string | null;
}

/** The rows of a document that can be linked. */
function rowsFor(
  context: WriteContext,
  { uid, target, found, source, locale }: Candidates,
): readonly number[] {
  const type = context.registry.contentType(uid);
  const served = context.served.get(uid);
  const rows = found.filter(([, , rowLocale, publishedAt]) => {
    if (locale !== null && rowLocale !== locale) return false;
    if (served?.publishedOnly === true && publishedAt === null) return false;
    const only = served?.locale ?? null;
    if (only !== null && rowLocale !== null && rowLocale !== only) return false;
    if (!type.draftAndPublish) return true;
    if (source.draftAndPublish) return publishedAt === null;
    return target.status === null || (publishedAt !== null) === (target.status === 'published');
  });
  // A draft precedes its published row if both are linked.
  const inOrder = rows.toSorted(([, , , a], [, , , b]) => Number(a !== null) - Number(b !== null));
  return inOrder.map(([id]) => Number(id));
}

function keyOf(uid: string, { documentId, locale, status }: DocumentTarget): string {
  return JSON.stringify([uid, documentId, locale, status]);
}

/** The related types in the order of the schema, including those of components. */
function* typesIn(context: WriteContext, input: EntryInput): Iterable<string> {
  for (const { name } of context.registry.model(input.uid).attributes.values()) {
    const change = input.relations.get(name);
    const uid = change ? targetUid(context, input.uid, name) : '';
    for (const { target } of change ? targetsOf(change) : []) yield target.uid ?? uid;
    for (const component of input.components.get(name) ?? []) yield* typesIn(context, component);
  }
}

interface FoundRows extends Pick<Targets, 'rowsOf'> {
  /** The types in the order in which they are reported. */
  readonly order: () => readonly string[];
}

/**
 * Compares the number of ids that were sent with that of their rows, as Strapi does: an id that was sent as a number and as
 * text counts twice, and its row once (docs/strapi/writing.md, "Forms of a relation").
 */
function missingRows(
  named: readonly NamedTarget[],
  { rowsOf, order }: FoundRows,
): Targets['missing'] {
  const hasTexts = named.some(({ target }) => isText(target));
  const missing = new Map<string, IdCount>();
  for (const { uid, target, mustExist } of named) {
    if (!mustExist || (target.by === 'documentId' && !hasTexts)) continue;
    const found = rowsOf(uid, target);
    if (found.length > 0 && !hasTexts) continue;
    const count = missing.get(uid) ?? { sent: new Set(), rows: new Set() };
    missing.set(uid, count);
    const ids = target.by === 'documentId' ? found : [target.id];
    for (const id of ids) count.sent.add(isText(target) ? target.text : id);
    for (const id of found) count.rows.add(id);
  }
  if (missing.size === 0) return null;
  const uid = order().find((each) => missingCount(missing.get(each)) > 0);
  return uid === undefined ? null : { uid, count: missingCount(missing.get(uid)) };
}

/** The different ids that were sent, and the rows that they name. */
interface IdCount {
  readonly sent: Set<number | string>;
  readonly rows: Set<number>;
}

function missingCount(count: IdCount | undefined): number {
  return count ? count.sent.size - count.rows.size : 0;
}

/** True for an id that was sent as text. Relations to several types do not distinguish it from a number. */
function isText(target: TargetInput): target is RowTarget & { readonly text: string } {
  return target.by === 'id' && target.text !== undefined && target.uid === undefined;
}
