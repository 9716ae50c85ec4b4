// In charge of what rows are sorted by (spec/read.md section 7).
import { validationError } from '../../base/errors.ts';
import { MAX_SORT_KEYS, MAX_SORT_STEPS } from '../../base/limits.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import type { SortTerm } from '../params.ts';
import type { SortKey } from '../plan.ts';
import type { ParamName, PlanContext } from './context.ts';
import { badKey, dotted, idColumn, isForbidden, isHidden, targetOf } from './names.ts';

/** Looks sort terms up. @throws ValidationError */
export function planSort(
  context: PlanContext,
  { model, param }: { model: Model; param: ParamName },
  terms: readonly SortTerm[],
): readonly SortKey[] {
  if (terms.length > MAX_SORT_KEYS) {
    throw validationError(`Too many sort keys: at most ${MAX_SORT_KEYS} are allowed.`);
  }
  return terms.flatMap((term) => {
    const column = planTerm(context, { model, param }, term);
    return term.direction === null ? [] : { ...column, direction: term.direction };
  });
}

function planTerm(
  context: PlanContext,
  { model: root, param }: { model: Model; param: ParamName },
  { path, explicit }: SortTerm,
): Omit<SortKey, 'direction'> {
  if (path.length > MAX_SORT_STEPS) {
    throw validationError(`A sort key may pass through at most ${MAX_SORT_STEPS} attributes.`);
  }
  const through: { attribute: string; target: string }[] = [];
  let model = root;
  for (const [depth, name] of path.entries()) {
    const last = depth === path.length - 1;
    const here = path.slice(0, depth + 1);
    const attribute = model.attributes.get(name);
    if (!attribute) {
      if (last && idColumn(model, name)) return { through, attribute: name };
      throw badKey(name, dotted(path.slice(0, depth)), param);
    }
    if (last && explicit !== null && targetOf(attribute) !== null) {
      throw badKey(explicit, dotted(here), param);
    }
    if (isRefused(attribute, context)) throw badKey(name, dotted(here), param);
    if (attribute.kind === 'scalar') {
      if (last) return { through, attribute: name };
      throw badKey(path[depth + 1] ?? name, dotted(here), param);
    }
    if (last) throw badKey(name, dotted(here), param);
    const target = targetOf(attribute) ?? '';
    through.push({ attribute: name, target });
    model = context.registry.model(target);
  }
  throw badKey('', null, param);
}

/** Zones and morph relations lead to no single type; the rest the caller may not see. */
function isRefused(attribute: Attribute, { access }: PlanContext): boolean {
  if (attribute.kind === 'dynamiczone') return true;
  if (attribute.kind === 'morph' && attribute.target === undefined) return true;
  return isHidden(attribute) || isForbidden(attribute, access);
}
