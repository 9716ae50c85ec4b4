// The other sides of relations: a request contains only one side, and the schema of its target is updated.
import { isRecord, toRecord, toText, type RawRecord } from '../../schema/raw.ts';
import { ModelChangeError } from '../errors.ts';
import type { SourceModel, SourceModels } from './source-model.ts';

export interface RequestedRelation {
  readonly uid: string;
  readonly name: string;
  /** Its name before the change, or null for a new one. */
  readonly from: string | null;
  /** The other side, or null. */
  readonly targetAttribute: string | null;
  /** True if the request creates its model. */
  readonly isOfNewModel: boolean;
}

interface RelationDraft {
  readonly models: Map<string, SourceModel>;
  /** Former uids by uid. */
  readonly uids: ReadonlyMap<string, string>;
  /** Former names by name, by uid. */
  readonly names: Map<string, Map<string, string>>;
  readonly relations: readonly RequestedRelation[];
}

const OPPOSITE: Readonly<Record<string, string>> = {
  oneToOne: 'oneToOne',
  oneToMany: 'manyToOne',
  manyToOne: 'oneToMany',
  manyToMany: 'manyToMany',
};

/** Creates, renames and removes the other sides of changed relations. @throws ModelChangeError */
export function syncRelations({
  before,
  draft,
}: {
  readonly before: SourceModels;
  readonly draft: RelationDraft;
}): void {
  for (const relation of draft.relations) removeFormerSide(before, draft, relation);
  removeLostSides(before, draft);
  for (const relation of draft.relations) writeSides(before, draft, relation);
}

function attributeOf(models: SourceModels, uid: string, name: string): RawRecord | undefined {
  const attributes = toRecord(models.get(uid)?.json['attributes']);
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return isRecord(value) ? value : undefined;
}

function otherSide(attribute: RawRecord | undefined): string | undefined {
  return toText(attribute?.['inversedBy']) ?? toText(attribute?.['mappedBy']);
}

/** The attribute before the change. */
function formerOf(
  before: SourceModels,
  { uids }: RelationDraft,
  { uid, from }: RequestedRelation,
): RawRecord | undefined {
  return from === null ? undefined : attributeOf(before, uids.get(uid) ?? uid, from);
}

/** A side that the request renames or removes. */
function removeFormerSide(
  before: SourceModels,
  draft: RelationDraft,
  relation: RequestedRelation,
): void {
  const former = formerOf(before, draft, relation);
  const side = otherSide(former);
  const target = toText(former?.['target']);
  if (!former || side === undefined || target === undefined) return;
  const targetUid = [...draft.uids].find(([, from]) => from === target)?.[0] ?? target;
  const now = attributeOf(draft.models, relation.uid, relation.name);
  const stays = now?.['target'] === targetUid && relation.targetAttribute === side;
  if (stays || isRequested(draft, targetUid, side)) return;
  const isRenamed = now?.['target'] === targetUid && relation.targetAttribute !== null;
  const model = draft.models.get(targetUid);
  if (!model || !attributeOf(draft.models, targetUid, side)) return;
  const next = relation.targetAttribute ?? '';
  replace(draft, model, (name, value) => {
    if (name !== side) return [name, value];
    return isRenamed && !attributeOf(draft.models, targetUid, next) ? [next, value] : null;
  });
  if (!isRenamed) return;
  const names = draft.names.get(targetUid) ?? new Map<string, string>();
  draft.names.set(targetUid, names.set(next, side));
}

function isRequested({ relations }: RelationDraft, uid: string, name: string): boolean {
  return relations.some((relation) => relation.uid === uid && relation.name === name);
}

/** Other sides of relations that were removed. */
function removeLostSides(before: SourceModels, draft: RelationDraft): void {
  for (const model of draft.models.values()) {
    const names = draft.names.get(model.uid);
    const formerUid = draft.uids.get(model.uid) ?? model.uid;
    const former = Object.entries(toRecord(before.get(formerUid)?.json['attributes']));
    for (const [name, value] of former) {
      const attribute = toRecord(value);
      const side = otherSide(attribute);
      const target = toText(attribute['target']);
      const isRenamed = [...(names ?? [])].some(([, from]) => from === name);
      if (attribute['type'] !== 'relation' || side === undefined || target === undefined) continue;
      if (isRenamed || attributeOf(draft.models, model.uid, name)?.['type'] === 'relation')
        continue;
      const targetUid = [...draft.uids].find(([, from]) => from === target)?.[0] ?? target;
      const other = draft.models.get(targetUid);
      const inverse = attributeOf(draft.models, targetUid, side);
      const pointsBack = inverse?.['type'] === 'relation' && otherSide(inverse) === name;
      if (!other || !pointsBack || isRequested(draft, targetUid, side)) continue;
      replace(draft, other, (each, definition) => (each === side ? null : [each, definition]));
    }
  }
}

/** Both sides name each other; the side that owned the links keeps owning them. */
function writeSides(before: SourceModels, draft: RelationDraft, relation: RequestedRelation): void {
  const { uid, name, targetAttribute } = relation;
  const model = draft.models.get(uid);
  const attribute = attributeOf(draft.models, uid, name);
  if (!model || !attribute || targetAttribute === null) return;
  const kind = toText(attribute['relation']) ?? '';
  const targetUid = toText(attribute['target']) ?? '';
  const opposite = OPPOSITE[kind];
  const target = draft.models.get(targetUid);
  if (opposite === undefined || !target) return;
  const isInverse =
    kind === 'oneToMany' || (kind !== 'manyToOne' && !isOwner(before, draft, relation));
  const [own, others] = isInverse ? ['mappedBy', 'inversedBy'] : ['inversedBy', 'mappedBy'];
  const inverse = attributeOf(draft.models, targetUid, targetAttribute);
  if (inverse && inverse['type'] !== 'relation') {
    throw new ModelChangeError(`${targetUid} has an attribute ${targetAttribute} already.`);
  }
  replace(draft, model, (each, value) =>
    each === name ? [each, { ...withoutSide(value), [own]: targetAttribute }] : [each, value],
  );
  const rest = withoutSide(inverse);
  const side = { ...rest, type: 'relation', relation: opposite, target: uid, [others]: name };
  const current = draft.models.get(targetUid) ?? target;
  if (inverse) {
    replace(draft, current, (each, value) => [each, each === targetAttribute ? side : value]);
  } else {
    const attributes = { ...toRecord(current.json['attributes']), [targetAttribute]: side };
    draft.models.set(targetUid, { ...current, json: { ...current.json, attributes } });
  }
}

/**
 * True if a relation of a kind that either side can own owns its links. Links stay where they are stored. The first new
 * side in the request owns them, or the last one if both models are new.
 */
function isOwner(before: SourceModels, draft: RelationDraft, relation: RequestedRelation): boolean {
  const former = formerOf(before, draft, relation);
  if (former?.['type'] === 'relation') return isStoredHere(former);
  const other = requestedOtherSide(draft, relation);
  if (!other) return true;
  const formerOther = formerOf(before, draft, other);
  if (formerOther?.['type'] === 'relation') return !isStoredHere(formerOther);
  if (relation.isOfNewModel !== other.isOfNewModel) return relation.isOfNewModel;
  const isFirst = draft.relations.indexOf(relation) < draft.relations.indexOf(other);
  return isFirst === (relation.uid === other.uid || !relation.isOfNewModel);
}

/** An attribute with both keys owns its links. */
function isStoredHere(attribute: RawRecord): boolean {
  return (
    toText(attribute['inversedBy']) !== undefined || toText(attribute['mappedBy']) === undefined
  );
}

/** The other side of a relation, if the request contains both and they name each other. */
function requestedOtherSide(
  { models, relations }: RelationDraft,
  { uid, name, targetAttribute }: RequestedRelation,
): RequestedRelation | undefined {
  const target = attributeOf(models, uid, name)?.['target'];
  const other = relations.find((each) => each.uid === target && each.name === targetAttribute);
  if (!other || (other.uid === uid && other.name === name)) return undefined;
  const pointsBack =
    other.targetAttribute === name &&
    attributeOf(models, other.uid, other.name)?.['target'] === uid;
  return pointsBack ? other : undefined;
}

function withoutSide(attribute: RawRecord | undefined): RawRecord {
  const { inversedBy: _, mappedBy: __, ...rest } = attribute ?? {};
  return rest;
}

/** Maps the attributes of a model. */
function replace(
  { models }: RelationDraft,
  model: SourceModel,
  change: (name: string, value: RawRecord) => readonly [string, RawRecord] | null,
): void {
  const entries = Object.entries(toRecord(model.json['attributes'])).flatMap(([name, value]) => {
    const next = change(name, toRecord(value));
    return next === null ? [] : [next];
  });
  const json = { ...model.json, attributes: Object.fromEntries(entries) };
  models.set(model.uid, { ...model, json });
}
