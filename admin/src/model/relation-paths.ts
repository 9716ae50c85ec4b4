// Finds the paths of relations to a type, including those in components. Dynamic zones cannot be filtered and are omitted.
import type { Attribute, Component } from './schema.ts';

/** Maximum depth, since components can contain themselves. */
const MAX_DEPTH = 5;

/** Target type, and the components of the project. */
interface RelationSearch {
  /** Uid of the target type. */
  readonly target: string;
  readonly components: ReadonlyMap<string, Component>;
}

/** Returns the paths of the relations to a type. */
export function relationPaths(
  attributes: ReadonlyMap<string, Attribute>,
  search: RelationSearch,
  depth = 1,
): readonly (readonly string[])[] {
  return [...attributes.values()].flatMap((attribute) => {
    const { name, type } = attribute;
    if (type === 'relation') return attribute.target === search.target ? [[name]] : [];
    const component = search.components.get(attribute.component ?? '');
    if (!component || depth === MAX_DEPTH) return [];
    return relationPaths(component.attributes, search, depth + 1).map((path) => [name, ...path]);
  });
}
