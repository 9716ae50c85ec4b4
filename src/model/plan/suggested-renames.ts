// Suggests renames: pairs of a removed and an added part of the same kind.
import { toTexts } from '../../schema/raw.ts';
import type { Model } from '../../schema/types.ts';
import { storedAttributes, type StoredAttribute } from '../attribute-storage.ts';
import type { ChangeVersions } from './change-versions.ts';

/** A rename that would keep values. */
export interface SuggestedRename {
  /** Model after the change. */
  readonly uid: string;
  /** Attribute of an enumeration whose value is renamed; null for attributes and models. */
  readonly attribute: string | null;
  readonly kind: 'model' | 'attribute' | 'value';
  readonly from: string;
  readonly to: string;
}

/** Returns the renames that a change may mean. */
export function suggestRenames(change: ChangeVersions): readonly SuggestedRename[] {
  const { current, requested, renames } = change;
  const offered = [...requested.registry.models()].flatMap((model) => {
    const from = renames.models.get(model.uid) ?? model.uid;
    if (!current.registry.has(from)) return [];
    const former = storedAttributes(current.registry.model(from), current.layout);
    const next = storedAttributes(model, requested.layout);
    const names = renames.attributes.get(model.uid) ?? new Map<string, string>();
    return [
      ...suggestAttributes({ uid: model.uid, former, next, names }),
      ...suggestValues({ uid: model.uid, former, next, names }, change),
    ];
  });
  return [...suggestModels(change), ...offered];
}

interface Attributes {
  readonly uid: string;
  readonly former: ReadonlyMap<string, StoredAttribute>;
  readonly next: ReadonlyMap<string, StoredAttribute>;
  /** Former names by names. */
  readonly names: ReadonlyMap<string, string>;
}

function suggestAttributes({ uid, former, next, names }: Attributes): readonly SuggestedRename[] {
  const renamed = new Set(names.values());
  const removed = [...former.values()].filter(
    ({ name, form }) => form !== null && !next.has(name) && !renamed.has(name),
  );
  const added = [...next.values()].filter(({ name }) => !former.has(name) && !names.has(name));
  return added.flatMap(({ name: to, form }) =>
    removed
      .filter((each) => each.form === form)
      .map(({ name: from }) => ({ uid, attribute: null, kind: 'attribute' as const, from, to })),
  );
}

/** Only if one value is removed and one is added. */
function suggestValues(
  { uid, former, next, names }: Attributes,
  { renames }: ChangeVersions,
): readonly SuggestedRename[] {
  return [...next.values()].flatMap(({ name, raw }) => {
    const before = former.get(names.get(name) ?? name);
    if (before?.form !== 'enumeration' || raw['type'] !== 'enumeration') return [];
    if (renames.values.get(uid)?.has(name)) return [];
    const [old, fresh] = [toTexts(before.raw['enum']), toTexts(raw['enum'])];
    const removed = old.filter((value) => !fresh.includes(value));
    const added = fresh.filter((value) => !old.includes(value));
    const [[from, ...others], [to, ...more]] = [removed, added];
    if (from === undefined || to === undefined || others.length + more.length > 0) return [];
    return [{ uid, attribute: name, kind: 'value' as const, from, to }];
  });
}

/** A removed and an added model with the same attributes. */
function suggestModels({
  current,
  requested,
  renames,
}: ChangeVersions): readonly SuggestedRename[] {
  const renamed = new Set(renames.models.values());
  const removed = [...current.registry.models()].filter(
    ({ uid }) => !requested.registry.has(uid) && !renamed.has(uid),
  );
  const added = [...requested.registry.models()].filter(
    ({ uid }) => !current.registry.has(uid) && !renames.models.has(uid),
  );
  const shape = (model: Model, { layout }: ChangeVersions['current']): string =>
    JSON.stringify([
      model.modelType,
      [...storedAttributes(model, layout).values()]
        .map(({ name, form }) => `${name} ${form}`)
        .toSorted((a, b) => a.localeCompare(b)),
    ]);
  return added.flatMap((model) =>
    removed
      .filter((each) => shape(each, current) === shape(model, requested))
      .map(({ uid: from }) => ({
        uid: model.uid,
        attribute: null,
        kind: 'model' as const,
        from,
        to: model.uid,
      })),
  );
}
