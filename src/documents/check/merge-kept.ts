// In charge of a component row that is named several times in one list: it stands where it is named first, with what is
// sent last (docs/strapi/writing.md, "Components").
import type { ComponentInput } from '../input.ts';

/** Each kept row once; new ones all stay. @param components Null: an item that is none */
export function mergeKept(
  components: readonly (ComponentInput | null)[],
): readonly ComponentInput[] {
  const merged = new Map<string | ComponentInput, ComponentInput>();
  for (const component of components) {
    if (!component) continue;
    const key = component.id === null ? component : `${component.uid} ${component.id}`;
    const first = merged.get(key);
    merged.set(key, first ? joined(first, component) : component);
  }
  return [...merged.values()];
}

function joined(first: ComponentInput, last: ComponentInput): ComponentInput {
  return {
    ...first,
    values: new Map([...first.values, ...last.values]),
    components: new Map([...first.components, ...last.components]),
    relations: new Map([...first.relations, ...last.relations]),
  };
}
