// Where relations to a type are: in attributes, and in components within them. Dynamic zones are left out, as in filters.
import type { Attribute, Component } from './schema.ts';

/** Components can contain themselves. */
const DEEPEST = 5;

/** Returns the paths of the relations to a type. */
export function relationPaths(
  attributes: ReadonlyMap<string, Attribute>,
  target: string,
  components: ReadonlyMap<string, Component>,
  depth = 1,
): readonly (readonly string[])[] {
  return [...attributes.values()].flatMap((attribute) => {
    const { name, type } = attribute;
    if (type === 'relation') return attribute.target === target ? [[name]] : [];
    const component = components.get(attribute.component ?? '');
    if (!component || depth === DEEPEST) return [];
    return relationPaths(component.attributes, target, components, depth + 1).map((path) => [
      name,
      ...path,
    ]);
  });
}
