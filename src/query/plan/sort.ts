// In charge of what rows are sorted by (spec/read.md section 7).
import { validationError, type AppError } from '../../base/errors.ts';
import { MAX_SORT_KEYS, MAX_SORT_STEPS } from '../../base/limits.ts';
import type { Model } from '../../schema/types.ts';
import { isInherited } from '../parse/values.ts';
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
    context.countSteps(term.path.length - 1);
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
  let forbidden: AppError | null = null;
  for (const [depth, name] of path.entries()) {
    const last = depth === path.length - 1;
    const here = path.slice(0, depth + 1);
    const attribute = model.attributes.get(name);
    if (!attribute) {
      if (isInherited(name)) throw validationError('Invalid sort query');
      if (!last || !idColumn(model, name)) throw badKey(name, dotted(path.slice(0, depth)), param);
      if (forbidden) throw forbidden;
      return { through, attribute: name };
    }
    if (last && explicit !== null && targetOf(attribute) !== null) {
      throw badKey(explicit, dotted(here), param);
    }
    const target = targetOf(attribute);
    if (isHidden(attribute) || (target === null && attribute.kind !== 'scalar')) {
      throw badKey(name, dotted(here), param);
    }
    // What the caller may not find is answered after the secrets behind it.
    if (isForbidden(attribute, context.access)) forbidden ??= badKey(name, dotted(here), param);
    if (target === null) {
      if (!last) throw badKey(path[depth + 1] ?? name, dotted(here), param);
      if (forbidden) throw forbidden;
      return { through, attribute: name };
    }
    if (last) throw forbidden ?? badKey(name, dotted(here), param);
    through.push({ attribute: name, target });
    model = context.registry.model(target);
  }
  throw badKey('', null, param);
}
