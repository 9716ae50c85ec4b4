// Pairs the two sides of relations: which one stores the links, which one reads them, and which has none.
import { isRecord, toRecord, toText, valueAt, type RawRecord } from './raw.ts';
import type { RawDefinition } from './types.ts';

/**
 * Where the links of a relation are stored: with it, with an attribute of its target, or nowhere. An owner may name another
 * side (`inversedBy`) that has links of its own.
 */
export type RelationSide =
  | { readonly kind: 'owner'; readonly inversedBy: string | null }
  | { readonly kind: 'inverse'; readonly mappedBy: string }
  | { readonly kind: 'unlinked' };

/** The sides of all relations of a set of definitions. */
export interface RelationSides {
  /** The side that an attribute is; a relation that nothing is known of is unlinked. */
  of(uid: string, attribute: string): RelationSide;
}

const UNLINKED: RelationSide = { kind: 'unlinked' };

/**
 * Pairs the relations of definitions; of several with one uid the last one counts. Sides that contradict each other get
 * the outcome that Strapi gives them: it goes through the models in the order of `modelsInOrder`, and the last owner
 * decides what the other side reads.
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

/** True for a side that claims a link table; `mappedBy` of any value leaves that to the other side. */
function isOwner(raw: RawRecord): boolean {
  return raw['mappedBy'] === undefined || toText(raw['inversedBy']) !== undefined;
}

/** True for a morphToOne or morphToMany attribute as a schema file has it. */
export function isMorphOwner(raw: unknown): boolean {
  const relation = valueAt(raw, 'relation');
  return relation === 'morphToOne' || relation === 'morphToMany';
}

function isMorphInverse({ relation }: RawRecord): boolean {
  return relation === 'morphOne' || relation === 'morphMany';
}

const ORIGINS: readonly RawDefinition['origin'][] = ['api', 'plugin', 'admin'];

/** The types of the project before those of plugins and of the administration, components last. */
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
