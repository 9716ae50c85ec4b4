// Dotted paths of populate: which of their names exist, and how much of each the caller may read.
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import { isMorphOwner } from './attributes.ts';
import type { PlanContext } from './context.ts';
import { badKey, dotted, isForbidden, targetOf } from './names.ts';

type Path = readonly string[];

/** The model that paths start from, and the attribute names that lead to it. */
interface Start {
  readonly model: Model;
  readonly path: Path;
}

/**
 * Checks the names of all paths, then that none of them is private.
 * @throws ValidationError with the path from `model` for an unknown name, from the root for a private one
 */
export function checkPaths(
  { registry }: PlanContext,
  { model, path }: Start,
  paths: readonly Path[],
): void {
  for (const names of paths) {
    const at = badStep(registry, model, names);
    if (at >= 0) throw badKey(names[at] ?? '', names.slice(0, at + 1).join('.'), 'populate');
  }
  for (const names of paths) {
    const hidden = privateName(registry, model, names);
    if (hidden) throw badKey(hidden.name, dotted([...path, ...hidden.path]), 'populate');
  }
}

/** The names of a path up to the first one that does not fit the model. */
export function fittingPart(registry: Registry, model: Model, names: Path): Path {
  const at = badStep(registry, model, names);
  return at < 0 ? names : names.slice(0, at);
}

/**
 * What the caller may read of a path. Where a part of it may not be read, nothing is left of it; beyond a zone, the
 * names before that part.
 */
export function readablePart({ registry, access }: PlanContext, model: Model, names: Path): Path {
  let kept = names.length;
  let beyondZone = false;
  for (const [depth, attributes] of steps(registry, model, names).entries()) {
    const forbidden = attributes.length > 0 && attributes.every((one) => isForbidden(one, access));
    if (forbidden) kept = Math.min(kept, beyondZone ? depth : 0);
    beyondZone ||= attributes.some(({ kind }) => kind === 'dynamiczone');
  }
  return names.slice(0, kept);
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

/** The attributes that each name of a path may mean: one, or behind a zone those of its components. */
function steps(registry: Registry, model: Model, names: Path): readonly (readonly Attribute[])[] {
  let models: readonly Model[] = [model];
  return names.map((name) => {
    const found = models
      .flatMap((candidate) => candidate.attributes.get(name) ?? [])
      .filter(({ kind }) => kind !== 'scalar');
    models = [...new Set(found.flatMap((attribute) => modelsBehind(registry, attribute)))];
    return found;
  });
}

/** The index of the first name that leads nowhere; -1: there is none. */
function badStep(registry: Registry, model: Model, names: Path): number {
  const [name = '', ...rest] = names;
  const attribute = model.attributes.get(name);
  if (!attribute || attribute.kind === 'scalar') return 0;
  if (rest.length === 0) return -1;
  const target = isPathEnd(attribute) ? null : targetOf(attribute);
  const at =
    attribute.kind === 'dynamiczone'
      ? badZoneStep(registry, modelsBehind(registry, attribute), rest)
      : target === null
        ? null
        : badStep(registry, registry.model(target), rest);
  if (at === null) return 0;
  return at < 0 ? -1 : at + 1;
}

/**
 * Behind a zone the whole rest of a path belongs to its first name: some component must have it, be it a scalar at the
 * end of the path, and lead on from there.
 */
function badZoneStep(registry: Registry, components: readonly Model[], names: Path): number {
  const fits = components.some((component) => {
    const attribute = component.attributes.get(names[0] ?? '');
    if (!attribute || names.length === 1) return attribute !== undefined;
    return badStep(registry, component, names) < 0;
  });
  return fits ? -1 : 0;
}

/** Dotted paths do not lead through files, nor through relations to several types. */
function isPathEnd(attribute: Attribute): boolean {
  return attribute.kind === 'media' || isMorphOwner(attribute);
}

/** The models of the rows behind an attribute: one, or those of a zone. */
export function modelsBehind(registry: Registry, attribute: Attribute): readonly Model[] {
  if (attribute.kind === 'dynamiczone') {
    return attribute.components.map((uid) => registry.model(uid));
  }
  const target = targetOf(attribute);
  return target === null ? [] : [registry.model(target)];
}
