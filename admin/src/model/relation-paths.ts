// Finds the paths of relations to a type, including those in components. Dynamic zones cannot be filtered and are omitted.
import type { Attribute, Component } from './schema.ts';

/** Maximum depth, since components can contain themselves. */
const DEEPEST = 5;

/** Target type, and the components of the project. */
interface RelationSearch {
  /** Uid of the target type. */
  readonly target: string;
  readonly components: ReadonlyMap<string, Component>;
}

/** Returns the paths of the relations to a type. */
export function relationPaths(
  attributes: ReadonlyMap<string, Attribute>,
  wanted: RelationSearch,
  depth = 1,
): readonly (readonly string[])[] {
  return [...attributes.values()].flatMap((attribute) => {
    const { name, type } = attribute;
    if (type === 'relation') return attribute.target === wanted.target ? [[name]] : [];
    const component = wanted.components.get(attribute.component ?? '');
    if (!component || depth === DEEPEST) return [];
    return relationPaths(component.attributes, wanted, depth + 1).map((path) => [name, ...path]);
  });
}
