// In charge of which links a model has, and which lead to it: worked out once from the schema.
import { FILE } from '../../schema/built-in/uids.ts';
import type { Model, RelationAttribute } from '../../schema/types.ts';
import { isLinked, type LinkedAttribute } from '../check/linked-attribute.ts';
import { linkPlace, type LinkPlace } from '../links/link-place.ts';
import { PerModel } from '../per-model.ts';
import type { WriteContext } from '../write-context.ts';

/** The links of one attribute. */
export interface ModelLink {
  /** uid of the model that has the attribute. */
  readonly uid: string;
  readonly attribute: LinkedAttribute;
  readonly place: LinkPlace;
  /** uid of the far rows; null: each link says it. */
  readonly target: string | null;
}

interface Links {
  /** By attribute. */
  readonly all: ReadonlyMap<string, ModelLink>;
  readonly own: readonly ModelLink[];
}

const links = new PerModel(findLinks);
const incoming = new PerModel(findIncoming);
const plainColumns = new PerModel(findPlainColumns);

/** The links that a row of a model takes along into a copy. Columns that hold the same in each version are none. */
export function ownLinks(context: WriteContext, uid: string): readonly ModelLink[] {
  return links.of(context, uid).own;
}

/** The links of others that name a row of a content-type, and of which it knows nothing itself. */
export function incomingLinks(context: WriteContext, uid: string): readonly ModelLink[] {
  return incoming.of(context, uid);
}

/** The links of one attribute. @returns undefined where the schema has no such attribute any more */
export function modelLink(context: WriteContext, uid: string, name: string): ModelLink | undefined {
  const { contentTypes, components } = context.registry;
  if (!contentTypes.has(uid) && !components.has(uid)) return undefined;
  return links.of(context, uid).all.get(name);
}

/** Columns of a model that lead to rows of types without versions: they are copied as they are. */
export function plainLinkColumns(context: WriteContext, uid: string): readonly string[] {
  return plainColumns.of(context, uid);
}

function findPlainColumns({ registry, layout }: WriteContext, uid: string): readonly string[] {
  return [...registry.model(uid).attributes.values()].flatMap((attribute) => {
    if (attribute.kind !== 'relation' || hasVersions(registry.model(attribute.target))) return [];
    const link = layout.link(uid, attribute.name);
    return link.kind === 'column' ? [link.column] : [];
  });
}

/** The attribute of the other side that knows of the same links. */
export function inverseName(attribute: LinkedAttribute): string | undefined {
  return attribute.kind === 'relation' ? (attribute.inversedBy ?? attribute.mappedBy) : undefined;
}

/** True where a document may have several rows. */
export function hasVersions(model: Model): boolean {
  return model.modelType === 'contentType' && (model.draftAndPublish || model.localized);
}

function findLinks(context: WriteContext, uid: string): Links {
  const plain = plainLinkColumns(context, uid);
  const all = [...context.registry.model(uid).attributes.values()]
    .filter(isLinked)
    .filter((attribute) => !('unlinked' in attribute))
    .map((attribute) => toLink(context, uid, attribute));
  const own = all.filter(({ place: { rows, far }, target }) => {
    if (rows === 'near') return !plain.includes(far);
    // A column of the far row holds one row only: without drafts of its own it goes with the incoming links.
    return rows !== 'far' || hasDrafts(context, target);
  });
  return { all: new Map(all.map((link) => [link.attribute.name, link])), own };
}

function findIncoming(context: WriteContext, uid: string): readonly ModelLink[] {
  // A column that an attribute of the type itself fills is one of its own.
  const own = new Set(
    ownLinks(context, uid).flatMap(({ place }) =>
      place.rows === 'far' ? [`${place.table} ${place.near}`] : [],
    ),
  );
  return findNaming(context, uid).filter(({ place }) => !own.has(`${place.table} ${place.far}`));
}

function findNaming(context: WriteContext, uid: string): readonly ModelLink[] {
  return [...context.registry.models()].flatMap((model) => {
    // The links of files are those of media attributes, which the rows that have them know.
    if (model.uid === FILE) return [];
    return [...links.of(context, model.uid).all.values()].filter(({ attribute }) =>
      attribute.kind === 'relation'
        ? attribute.target === uid && isOneWay(model, attribute)
        : attribute.kind === 'morph' && attribute.target === undefined,
    );
  });
}

/** True for links that only their owner knows of, and for those that a column of a row without drafts holds. */
function isOneWay(model: Model, attribute: RelationAttribute): boolean {
  if (attribute.mappedBy !== undefined) return false;
  if (attribute.inversedBy === undefined) return true;
  const drafts = model.modelType === 'contentType' && model.draftAndPublish;
  return !attribute.useJoinTable && !drafts;
}

function toLink(context: WriteContext, uid: string, attribute: LinkedAttribute): ModelLink {
  const target = attribute.kind === 'media' ? FILE : (attribute.target ?? null);
  return { uid, attribute, place: linkPlace(context, { uid, attribute, created: true }), target };
}

function hasDrafts({ registry }: WriteContext, uid: string | null): boolean {
  return uid !== null && registry.contentType(uid).draftAndPublish;
}
