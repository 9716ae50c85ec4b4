// Checks the dotted paths of `populate`: whether their names exist, and which of them the caller may read.
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import { isMorphOwner } from './attributes.ts';
import type { PlanContext } from './context.ts';
import { invalidQueryKey, dotted, isForbidden, targetOf } from './names.ts';

type Path = readonly string[];

/** The model where paths start, and the path to it from the root. */
interface Start {
  readonly model: Model;
  readonly path: Path;
}

/**
 * Checks that the names of all paths exist, then that none is private.
 * @throws ValidationError for an unknown name (with the path from `model`) or a private one (with the path from the root)
 */
export function checkPaths(
  { registry }: PlanContext,
  { model, path }: Start,
  paths: readonly Path[],
): void {
  for (const names of paths) {
    const at = invalidStep(registry, model, names);
    if (at >= 0)
      throw invalidQueryKey(names[at] ?? '', names.slice(0, at + 1).join('.'), 'populate');
  }
  for (const names of paths) {
    const hidden = privateName(registry, model, names);
    if (hidden) throw invalidQueryKey(hidden.name, dotted([...path, ...hidden.path]), 'populate');
  }
}

/** The names of a path up to the first one that does not exist. */
export function existingPart(registry: Registry, model: Model, names: Path): Path {
  const at = invalidStep(registry, model, names);
  return at < 0 ? names : names.slice(0, at);
}

/**
 * The names of a path that the caller may read. If one is forbidden, the whole path is dropped; after a dynamic zone only the
 * names from there on.
 */
export function readablePart({ registry, access }: PlanContext, model: Model, names: Path): Path {
  let length = names.length;
  let beyondZone = false;
  for (const [depth, attributes] of steps(registry, model, names).entries()) {
    const forbidden = attributes.length > 0 && attributes.every((one) => isForbidden(one, access));
    if (forbidden) length = Math.min(length, beyondZone ? depth : 0);
    beyondZone ||= attributes.some(({ kind }) => kind === 'dynamiczone');
  }
  return names.slice(0, length);
}

function privateName(
  registry: Registry,
  model: Model,
  names: Path,
): { readonly name: string; readonly path: Path } | null {
  const at = steps(registry, model, names).findIndex(
    (attributes) => attributes.length > 0 && attributes.every((attribute) => attribute.private),
  );
  return at < 0 ? null : { name: names[at] ?? '', path: names.slice(0, at + 1) };
}

/** The attributes that each name of a path may refer to: one, or after a dynamic zone those of its components. */
function steps(registry: Registry, model: Model, names: Path): readonly (readonly Attribute[])[] {
  let models: readonly Model[] = [model];
  return names.map((name) => {
    const found = models
      .flatMap((candidate) => candidate.attributes.get(name) ?? [])
      .filter(({ kind }) => kind !== 'scalar');
    models = [...new Set(found.flatMap((attribute) => targetModels(registry, attribute)))];
    return found;
  });
}

/** The index of the first name that does not exist, or -1. */
function invalidStep(registry: Registry, model: Model, names: Path): number {
  const [name = '', ...rest] = names;
  const attribute = model.attributes.get(name);
  if (!attribute || attribute.kind === 'scalar') return 0;
  if (rest.length === 0) return -1;
  const target = isPathEnd(attribute) ? null : targetOf(attribute);
  const at =
    attribute.kind === 'dynamiczone'
      ? invalidZoneStep(registry, targetModels(registry, attribute), rest)
      : target === null
        ? null
        : invalidStep(registry, registry.model(target), rest);
  if (at === null) return 0;
  return at < 0 ? -1 : at + 1;
}

/**
 * Checks the rest of a path after a dynamic zone: some component must have the first name, which may be a scalar at the end of
 * the path, and the names after it. An error always refers to the first name.
 */
function invalidZoneStep(registry: Registry, components: readonly Model[], names: Path): number {
  const fits = components.some((component) => {
    const attribute = component.attributes.get(names[0] ?? '');
    if (!attribute || names.length === 1) return attribute !== undefined;
    return invalidStep(registry, component, names) < 0;
  });
  return fits ? -1 : 0;
}

/** True for an attribute that ends a dotted path: media, and relations to several types. */
function isPathEnd(attribute: Attribute): boolean {
  return attribute.kind === 'media' || isMorphOwner(attribute);
}

/** The target models of an attribute: one, or the components of a dynamic zone. */
export function targetModels(registry: Registry, attribute: Attribute): readonly Model[] {
  if (attribute.kind === 'dynamiczone') {
    return attribute.components.map((uid) => registry.model(uid));
  }
  const target = targetOf(attribute);
  return target === null ? [] : [registry.model(target)];
}
