// References between schema files: if a model is renamed, they are updated; if it is removed, attributes that refer to
// it are removed.
import { stringOf } from '../../base/json.ts';
import { isRecord, toRecord, type RawRecord } from '../../schema/raw.ts';
import type { SourceModel } from './source-model.ts';

/** Makes all schemas that name a model name its new uid. */
export function mapReferences(models: Map<string, SourceModel>, from: string, to: string): void {
  const map = (uid: unknown): unknown => (uid === from ? to : uid);
  changeAttributes(models, (attribute) => {
    const { target, component, components } = attribute;
    if (target === from) return { ...attribute, target: to };
    if (component === from) return { ...attribute, component: to };
    if (!Array.isArray(components) || !components.includes(from)) return attribute;
    return { ...attribute, components: components.map(map) };
  });
}

/** Removes relations to removed content-types, and removed components. */
export function removeReferences(
  models: Map<string, SourceModel>,
  removed: ReadonlySet<string>,
): void {
  if (removed.size === 0) return;
  const isRemoved = (uid: unknown): boolean => removed.has(stringOf(uid));
  changeAttributes(models, (attribute) => {
    const { type, target, component, components } = attribute;
    if (type === 'relation' && isRemoved(target)) return null;
    if (type === 'component' && isRemoved(component)) return null;
    if (!Array.isArray(components) || !components.some(isRemoved)) return attribute;
    return { ...attribute, components: components.filter((uid) => !isRemoved(uid)) };
  });
}

function changeAttributes(
  models: Map<string, SourceModel>,
  change: (attribute: RawRecord) => RawRecord | null,
): void {
  for (const model of models.values()) {
    const attributes = Object.entries(toRecord(model.json['attributes']));
    let isChanged = false;
    const next = attributes.flatMap(([name, value]) => {
      const after = isRecord(value) ? change(value) : value;
      isChanged ||= after !== value;
      return after === null ? [] : [[name, after]];
    });
    if (!isChanged) continue;
    const json = { ...model.json, attributes: Object.fromEntries(next) };
    models.set(model.uid, { ...model, json });
  }
}
