// Merges components of a list that refer to the same row: it keeps its first position and gets the last values
// (docs/strapi/writing.md, "Components").
import type { ComponentInput } from '../input.ts';

/** Merges components with the same id. @param components Items of a list; null for an invalid item */
export function mergeRepeated(
  components: readonly (ComponentInput | null)[],
): readonly ComponentInput[] {
  const merged = new Map<string | ComponentInput, ComponentInput>();
  for (const component of components) {
    if (!component) continue;
    const key = component.id === null ? component : `${component.uid} ${component.id}`;
    const first = merged.get(key);
    merged.set(key, first ? merge(first, component) : component);
  }
  return [...merged.values()];
}

function merge(first: ComponentInput, last: ComponentInput): ComponentInput {
  return {
    ...first,
    values: new Map([...first.values, ...last.values]),
    components: new Map([...first.components, ...last.components]),
    relations: new Map([...first.relations, ...last.relations]),
  };
}
