// The links of each model and the links to it, derived from the schema.
import { FILE } from '../../schema/built-in/uids.ts';
import type { Model, RelationAttribute } from '../../schema/types.ts';
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
