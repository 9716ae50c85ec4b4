// Pairs the two sides of relations: which one stores the links, which one reads them, and which has none.
import { isRecord, toRecord, toText, valueAt, type RawRecord } from './raw.ts';
import type { RawDefinition } from './types.ts';

/**
 * Where the links of a relation are stored: with it, with an attribute of its target, or nowhere. An owner may name
 * another side (`inversedBy`) that has its own links.
 */
export type RelationSide =
  | { readonly kind: 'owner'; readonly inversedBy: string | null }
  | { readonly kind: 'inverse'; readonly mappedBy: string }
  | { readonly kind: 'unlinked' };

/** Sides of all relations in a set of definitions. */
export interface RelationSides {
  /** Side of an attribute; an unknown relation is unlinked. */
  of(uid: string, attribute: string): RelationSide;
}

const UNLINKED: RelationSide = { kind: 'unlinked' };

/**
 * Pairs the relations of definitions; of several with the same uid the last one counts. Contradictory sides are
 * resolved as in Strapi, which visits the models in the order of `modelsInOrder` and lets the last owner win.
 */
export function pairRelations(definitions: Iterable<RawDefinition>): RelationSides {
  const models = modelsInOrder(definitions);
  const byUid = new Map(models.map((model) => [model.uid, model]));
  const sides = new Map<string, RelationSide>();
  for (const model of models) {
    for (const [name, raw] of Object.entries(attributesOf(model))) {
      if (!isRecord(raw) || raw['type'] !== 'relation') continue;
      const target = byUid.get(toText(raw['target']) ?? '');
      const morphBy = toText(raw['morphBy']) ?? '';
      if (isMorphInverse(raw)) {
        const isLinked = target && isMorphOwner(attributeOf(target, morphBy));
        if (isLinked) sides.set(keyOf(model.uid, name), { kind: 'inverse', mappedBy: morphBy });
        continue;
      }
      if (!isOwner(raw)) continue;
      const inversedBy = toText(raw['inversedBy']) ?? null;
      sides.set(keyOf(model.uid, name), { kind: 'owner', inversedBy });
      if (!target || inversedBy === null || !pointsTo(target, inversedBy, model.uid)) continue;
      sides.set(keyOf(target.uid, inversedBy), { kind: 'inverse', mappedBy: name });
    }
  }
  return { of: (uid, attribute) => sides.get(keyOf(uid, attribute)) ?? UNLINKED };
}

/** Returns true for a side that owns a join table; any `mappedBy` makes the other side the owner. */
function isOwner(raw: RawRecord): boolean {
  return raw['mappedBy'] === undefined || toText(raw['inversedBy']) !== undefined;
}

/** Returns true for a morphToOne or morphToMany attribute of a schema file. */
export function isMorphOwner(raw: unknown): boolean {
  const relation = valueAt(raw, 'relation');
  return relation === 'morphToOne' || relation === 'morphToMany';
}

function isMorphInverse({ relation }: RawRecord): boolean {
  return relation === 'morphOne' || relation === 'morphMany';
}

const ORIGINS: readonly RawDefinition['origin'][] = ['api', 'plugin', 'admin'];

/** Types of the project, then those of plugins and of the admin panel, then components. */
function modelsInOrder(definitions: Iterable<RawDefinition>): readonly RawDefinition[] {
  const models = [...new Map([...definitions].map((each) => [each.uid, each])).values()];
  const rank = ({ modelType, origin }: RawDefinition): number =>
    modelType === 'component' ? ORIGINS.length : ORIGINS.indexOf(origin);
  return models.toSorted((a, b) => rank(a) - rank(b));
}

function pointsTo(model: RawDefinition, name: string, uid: string): boolean {
  const other = toRecord(attributeOf(model, name));
  return other['type'] === 'relation' && other['target'] === uid;
}

function attributeOf(model: RawDefinition, name: string): unknown {
  const attributes = attributesOf(model);
  return Object.hasOwn(attributes, name) ? attributes[name] : undefined;
}

function attributesOf({ json }: RawDefinition): RawRecord {
  return toRecord(toRecord(json)['attributes']);
}

function keyOf(uid: string, attribute: string): string {
  return `${uid} ${attribute}`;
}
