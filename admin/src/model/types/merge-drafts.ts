// Merges concurrent changes of the content model by attribute, and by value of a model.
import { isEqualJson } from '../../base/json.ts';
import { modelOf, type Draft, type DraftField, type DraftModel } from './draft.ts';

/** A conflict: different changes of both users. */
export interface DraftConflict {
  readonly modelId: string;
  /** Null for a value of the model, or its existence. */
  readonly fieldId: string | null;
}

/** A merged draft. Conflicts have the local value. */
export interface DraftMerge {
  readonly draft: Draft;
  readonly conflicts: readonly DraftConflict[];
  /** Models that the other user has changed. */
  readonly changedByOthers: readonly string[];
}

interface Sides<Value> {
  readonly base: Value;
  readonly mine: Value;
  readonly theirs: Value;
}

/** Merges two drafts with a common ancestor. */
export function mergeDrafts({ base, mine, theirs }: Sides<Draft>): DraftMerge {
  const conflicts: DraftConflict[] = [];
  const changedByOthers: string[] = [];
  const models: Record<string, DraftModel> = {};
  const ids = new Set([base, theirs, mine].flatMap(({ models: each }) => Object.keys(each)));
  for (const id of ids) {
    const sides = {
      base: modelOf(base, id),
      mine: modelOf(mine, id),
      theirs: modelOf(theirs, id),
    };
    if (!isEqual(sides.base, sides.theirs)) changedByOthers.push(id);
    const merged = mergeModel(id, sides, conflicts);
    if (merged) models[id] = merged;
  }
  return { draft: { models }, conflicts, changedByOthers };
}

function mergeModel(
  id: string,
  sides: Sides<DraftModel | null>,
  conflicts: DraftConflict[],
): DraftModel | null {
  const { base, mine, theirs } = sides;
  if (isEqual(mine, theirs) || isEqual(base, theirs)) return mine;
  if (isEqual(base, mine)) return theirs;
  if (!base || !mine || !theirs) {
    conflicts.push({ modelId: id, fieldId: null });
    // Removed by the other user.
    return theirs ? mine : null;
  }
  const { fields: _, ...values } = mine;
  const merged: Record<string, unknown> = { ...values };
  let isInConflict = false;
  for (const key of Object.keys(values) as (keyof typeof values)[]) {
    if (isEqual(base[key], theirs[key]) || isEqual(mine[key], theirs[key])) continue;
    if (isEqual(base[key], mine[key])) merged[key] = theirs[key];
    else isInConflict = true;
  }
  if (isInConflict) conflicts.push({ modelId: id, fieldId: null });
  const fields = mergeFields(
    id,
    { base: base.fields, mine: mine.fields, theirs: theirs.fields },
    conflicts,
  );
  return { ...mine, ...merged, fields };
}

function mergeFields(
  modelId: string,
  { base, mine, theirs }: Sides<readonly DraftField[]>,
  conflicts: DraftConflict[],
): readonly DraftField[] {
  const find = (list: readonly DraftField[], id: string): DraftField | null =>
    list.find((field) => field.id === id) ?? null;
  // Local order, with additions of the other user after their predecessors.
  const order = mine.map(({ id }) => id);
  for (const [index, { id }] of theirs.entries()) {
    if (order.includes(id) || find(base, id)) continue;
    const before = theirs[index - 1];
    const at = before ? order.indexOf(before.id) + 1 : 0;
    order.splice(at === 0 && before ? order.length : at, 0, id);
  }
  const removedByMe = base.filter(({ id }) => !find(mine, id)).map(({ id }) => id);
  for (const id of removedByMe) {
    const other = find(theirs, id);
    if (other && !isEqual(find(base, id), other)) conflicts.push({ modelId, fieldId: id });
  }
  return order.flatMap((id) => {
    const [was, own, other] = [find(base, id), find(mine, id), find(theirs, id)];
    if (!own) return other ? [other] : [];
    if (!was) return [own];
    if (isEqual(was, other) || isEqual(own, other)) return [own];
    if (isEqual(was, own)) return other ? [other] : [];
    conflicts.push({ modelId, fieldId: id });
    return other ? [own] : [{ ...own, from: null }];
  });
}

/** Resolves a conflict with the value of the other user. */
export function takeTheirs(
  draft: Draft,
  theirs: Draft,
  { modelId, fieldId }: DraftConflict,
): Draft {
  const model = modelOf(draft, modelId);
  const other = modelOf(theirs, modelId);
  if (fieldId === null || !model || !other) {
    const { [modelId]: _, ...rest } = draft.models;
    return { models: other ? { ...rest, [modelId]: other } : rest };
  }
  const field = other.fields.find(({ id }) => id === fieldId);
  const isThere = model.fields.some(({ id }) => id === fieldId);
  const fields = isThere
    ? model.fields.flatMap((each) => (each.id === fieldId ? (field ? [field] : []) : [each]))
    : [...model.fields, ...(field ? [field] : [])];
  return { models: { ...draft.models, [modelId]: { ...model, fields } } };
}

function isEqual(a: unknown, b: unknown): boolean {
  return isEqualJson(a, b);
}
