// Names that a change of the content model removes or redefines.
import { uidMapOf } from '../renames.ts';
import { storedAttributes } from '../attribute-storage.ts';
import type { ChangeVersions } from '../plan/change-versions.ts';

/** A model with names that change. */
export interface ChangedNames {
  /** Before the change. */
  readonly uid: string;
  /** True if the model is removed or gets another uid. */
  readonly isModelChanged: boolean;
  /** Attributes by their names before the change, including all of a model that is removed. */
  readonly attributes: ReadonlySet<string>;
}

/** Returns the names that change. A new name is not included, since nothing refers to it. */
export function changedNames(change: ChangeVersions): readonly ChangedNames[] {
  const { current, requested, renames } = change;
  const mapUid = uidMapOf(renames);
  return [...current.registry.models()].flatMap((model) => {
    const uid = mapUid(model.uid);
    const isRemoved = !requested.registry.has(uid);
    const former = storedAttributes(model, current.layout, mapUid);
    const next = isRemoved
      ? null
      : storedAttributes(requested.registry.model(uid), requested.layout);
    const names = renames.attributes.get(uid) ?? new Map<string, string>();
    const renamed = new Set(names.values());
    const isSame = (name: string): boolean =>
      !renamed.has(name) &&
      !names.has(name) &&
      !renames.values.get(uid)?.has(name) &&
      next?.get(name)?.form === former.get(name)?.form;
    const attributes = new Set([...former.keys()].filter((name) => !isSame(name)));
    const isModelChanged = uid !== model.uid || isRemoved;
    return isModelChanged || attributes.size > 0
      ? [{ uid: model.uid, isModelChanged, attributes }]
      : [];
  });
}
