// The links of each model, derived from the schema, and the stored links of rows: those of many attributes are read at once, from
// either side.
import { FILE } from '../../schema/built-in/uids.ts';
import type { Model, RelationAttribute } from '../../schema/types.ts';
import { selectFromAll, type SelectedValue } from '../../storage/statements/union-selection.ts';
import type { Row, WriteSteps } from '../../storage/session.ts';
import { isLinked, type LinkedAttribute } from '../check/linked-attribute.ts';
import { linkStorage, type LinkStorage } from '../links/link-storage.ts';
import { ModelCache } from '../model-cache.ts';
import type { WriteContext } from '../write-context.ts';

/** The links of one attribute. */
export interface ModelLink {
  /** uid of the model with the attribute. */
  readonly uid: string;
  readonly attribute: LinkedAttribute;
  readonly storage: LinkStorage;
  /** uid of the far rows; null if each link names its own. */
  readonly target: string | null;
}

interface Links {
  /** By attribute. */
  readonly all: ReadonlyMap<string, ModelLink>;
  readonly own: readonly ModelLink[];
}

const links = new ModelCache(findLinks);
const incoming = new ModelCache(findIncoming);
const plainColumns = new ModelCache(findPlainColumns);

/** The links of a model that are copied with its rows, except for columns that are the same in each version. */
export function ownLinks(context: WriteContext, uid: string): readonly ModelLink[] {
  return links.get(context, uid).own;
}

/** The one-way links of other models to a content-type. */
export function incomingLinks(context: WriteContext, uid: string): readonly ModelLink[] {
  return incoming.get(context, uid);
}

/** The links of one attribute. @returns undefined if the attribute is no longer in the schema */
export function modelLink(context: WriteContext, uid: string, name: string): ModelLink | undefined {
  const { contentTypes, components } = context.registry;
  if (!contentTypes.has(uid) && !components.has(uid)) return undefined;
  return links.get(context, uid).all.get(name);
}

/** Columns of a model that refer to types without versions, which are copied unchanged. */
export function plainLinkColumns(context: WriteContext, uid: string): readonly string[] {
  return plainColumns.get(context, uid);
}

function findPlainColumns({ registry, layout }: WriteContext, uid: string): readonly string[] {
  return [...registry.model(uid).attributes.values()].flatMap((attribute) => {
    if (attribute.kind !== 'relation' || hasVersions(registry.model(attribute.target))) return [];
    const link = layout.link(uid, attribute.name);
    return link.kind === 'column' ? [link.column] : [];
  });
}

/** The inverse attribute. */
export function inverseName(attribute: LinkedAttribute): string | undefined {
  return attribute.kind === 'relation' ? (attribute.inversedBy ?? attribute.mappedBy) : undefined;
}

/** True if a document may have several rows. */
export function hasVersions(model: Model): boolean {
  return model.modelType === 'contentType' && (model.draftAndPublish || model.localized);
}

function findLinks(context: WriteContext, uid: string): Links {
  const plain = plainLinkColumns(context, uid);
  const all = [...context.registry.model(uid).attributes.values()]
    .filter(isLinked)
    .filter((attribute) => !('unlinked' in attribute))
    .map((attribute) => toLink(context, uid, attribute));
  const own = all.filter(({ storage: { rows, far }, target }) => {
    if (rows === 'near') return !plain.includes(far);
    // A column of a far row contains one row only. If the far type has no drafts, it is an incoming link.
    return rows !== 'far' || hasDrafts(context, target);
  });
  return { all: new Map(all.map((link) => [link.attribute.name, link])), own };
}

function findIncoming(context: WriteContext, uid: string): readonly ModelLink[] {
  // A column that an attribute of the type itself sets is one of its own links.
  const own = new Set(
    ownLinks(context, uid).flatMap(({ storage }) =>
      storage.rows === 'far' ? [`${storage.table} ${storage.near}`] : [],
    ),
  );
  return findNaming(context, uid).filter(
    ({ storage }) => !own.has(`${storage.table} ${storage.far}`),
  );
}

function findNaming(context: WriteContext, uid: string): readonly ModelLink[] {
  return [...context.registry.models()].flatMap((model) => {
    // The links of files are those of media attributes, which belong to other models.
    if (model.uid === FILE) return [];
    return [...links.get(context, model.uid).all.values()].filter(({ attribute }) =>
      attribute.kind === 'relation'
        ? attribute.target === uid && isOneWay(model, attribute)
        : attribute.kind === 'morph' && attribute.target === undefined,
    );
  });
}

/** True for links without an inverse attribute, and for columns of rows without drafts. */
function isOneWay(model: Model, attribute: RelationAttribute): boolean {
  if (attribute.mappedBy !== undefined) return false;
  if (attribute.inversedBy === undefined) return true;
  const drafts = model.modelType === 'contentType' && model.draftAndPublish;
  return !attribute.useJoinTable && !drafts;
}

function toLink(context: WriteContext, uid: string, attribute: LinkedAttribute): ModelLink {
  const target = attribute.kind === 'media' ? FILE : (attribute.target ?? null);
  return {
    uid,
    attribute,
    storage: linkStorage(context, { uid, attribute, created: true }),
    target,
  };
}

function hasDrafts({ registry }: WriteContext, uid: string | null): boolean {
  return uid !== null && registry.contentType(uid).draftAndPublish;
}

export interface StoredLink {
  readonly link: ModelLink;
  /** Id of the row that contains it. */
  readonly id: number;
  readonly near: number;
  readonly far: number;
  /** uid of the far row. */
  readonly target: string;
  readonly order: number | null;
  readonly inverseOrder: number | null;
  /** The attribute of the far row, if the table stores it. */
  readonly field: string | null;
}

/** The key of a link: attribute and rows. */
export function linkKey({
  link: { uid, attribute },
  near,
  far,
  target,
}: Pick<StoredLink, 'link' | 'near' | 'far' | 'target'>): string {
  return `${uid} ${attribute.name} ${near} ${target} ${far}`;
}

export interface LinkSearch {
  readonly link: ModelLink;
  readonly side: 'near' | 'far';
  readonly rows: readonly number[];
  /** Limits polymorphic links to those with this type. */
  readonly target?: string;
}

/** Reads the one-way links of others to rows of a type. */
export function* readIncomingLinks(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): WriteSteps<readonly StoredLink[]> {
  const links = yield* readStoredLinks(
    context,
    incomingLinks(context, uid).map((link) => ({ link, side: 'far', rows, target: uid })),
  );
  const own = new Set(
    ownLinks(context, uid).map(({ storage, attribute }) => `${storage.table} ${attribute.name}`),
  );
  return links.filter(
    ({ link, field }) => field === null || !own.has(`${link.storage.table} ${field}`),
  );
}

/** The column with the attribute of the far row. */
export const FIELD = 'field';

/** Reads links in one statement, in the order of the near side. */
export function* readStoredLinks(
  context: WriteContext,
  searches: readonly LinkSearch[],
): WriteSteps<readonly StoredLink[]> {
  const found = yield* selectFromAll(
    context,
    searches.map(({ link: { storage }, side, rows, target }) => ({
      table: storage.table,
      columns: [
        'id',
        storage.near,
        storage.far,
        storage.order ?? NO_NUMBER,
        storage.inverseOrder ?? NO_NUMBER,
        storage.farType ?? NO_TEXT,
        hasField(storage) ? FIELD : NO_TEXT,
      ],
      where: [
        { column: storage[side], in: rows },
        ...storage.fixed,
        ...(storage.farType !== null && target !== undefined
          ? [{ column: storage.farType, is: target }]
          : []),
      ],
    })),
  );
  return searches.flatMap(({ link }, i) =>
    linksIn(context, link, found[i] ?? []).sort(
      (a, b) => (a.order ?? 0) - (b.order ?? 0) || tieOf(a) - tieOf(b),
    ),
  );
}

function linksIn(context: WriteContext, link: ModelLink, rows: readonly Row[]): StoredLink[] {
  const { storage } = link;
  const links: StoredLink[] = [];
  for (const [id, near, far, order, inverseOrder, farType, field] of rows) {
    if (near === null || far === null) continue;
    const target = link.target ?? String(farType);
    // A polymorphic link may refer to a type that no longer exists; it is ignored.
    if (!context.registry.contentTypes.has(target)) continue;
    links.push({
      link,
      id: Number(id),
      near: Number(near),
      far: Number(far),
      target,
      order: storage.order === null ? null : toOrder(order),
      inverseOrder: storage.inverseOrder === null ? null : toOrder(inverseOrder),
      field: hasField(storage) && field !== null ? String(field) : null,
    });
  }
  return links;
}

const NO_NUMBER: SelectedValue = { constant: 0 };
const NO_TEXT: SelectedValue = { constant: '' };

/** True for tables of links with an attribute of the far row. */
export function hasField({ farType, rows }: ModelLink['storage']): boolean {
  return rows === 'own' && farType !== null;
}

/** The tiebreaker of links with equal orders. */
function tieOf({ link: { storage }, id, far }: StoredLink): number {
  return storage.readOrder.at(-1) === storage.far ? far : id;
}

function toOrder(value: unknown): number | null {
  return value === null ? null : Number(value);
}
