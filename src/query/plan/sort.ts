// Plans sort keys.
import { validationError, type AppError } from '../../base/errors.ts';
import { MAX_SORT_KEYS, MAX_SORT_STEPS } from '../../base/limits.ts';
import type { Model } from '../../schema/types.ts';
import { isInherited } from '../../base/json.ts';
import type { SortTerm } from '../params.ts';
import type { SortKey } from '../plan.ts';
import type { NameScope, PlanContext } from './context.ts';
import { invalidQueryKey, dotted, idColumn, isForbidden, isHidden, targetOf } from './names.ts';

/** Looks up the names of sort terms. @throws ValidationError */
export function planSort(
  context: PlanContext,
  scope: NameScope,
  terms: readonly SortTerm[],
): readonly SortKey[] {
  if (terms.length > MAX_SORT_KEYS) {
    throw validationError(`Too many sort keys: at most ${MAX_SORT_KEYS} are allowed.`);
  }
  return terms.flatMap((term) => {
    context.countSteps(term.path.length - 1);
    const column = planTerm(context, scope, term);
    const { direction } = term;
    if (column && direction === 'unknown') context.deferForm(badOrder());
    if (!column || direction === null || direction === 'unknown') return [];
    return { ...column, direction };
  });
}

function badOrder(): AppError {
  return validationError('Invalid order. order can only be one of asc|desc|ASC|DESC');
}

/**
 * True for `status` with an order or a nested name, in the sort of a type with drafts: it is accepted but does not sort.
 */
function isStatus(root: Model, { path, explicit }: SortTerm, depth: number): boolean {
  if (path[depth] !== 'status' || !hasDrafts(root)) return false;
  return depth < path.length - 1 || (explicit !== null && explicit !== '');
}

function hasDrafts(model: Model): boolean {
  return model.modelType === 'contentType' && model.draftAndPublish;
}

type SortColumn = Omit<SortKey, 'direction'>;

/** The column of a term; null if the term is accepted without effect. */
function planTerm(
  context: PlanContext,
  { model: root, path: parentPath = [], param }: NameScope,
  term: SortTerm,
): SortColumn | null {
  const { path, explicit, direction } = term;
  if (term.byStatus) return { through: [], attribute: 'status', byStatus: true };
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
      if (isStatus(root, term, depth)) {
        if (forbidden) throw forbidden;
        return null;
      }
      if (isInherited(name)) throw validationError('Invalid sort query');
      if (!last || !idColumn(model, name))
        throw invalidQueryKey(name, dotted(path.slice(0, depth)), param);
      if (forbidden) throw forbidden;
      return { through, attribute: name };
    }
    if (last && explicit !== null && targetOf(attribute) !== null) {
      throw invalidQueryKey(explicit, dotted(here), param);
    }
    const target = targetOf(attribute);
    if (isHidden(attribute) || (target === null && attribute.kind !== 'scalar')) {
      throw invalidQueryKey(name, dotted(here), param);
    }
    // A forbidden target is reported after private attributes behind it.
    const isReadable = context.mayRead([...parentPath, ...here]);
    if (!isReadable || isForbidden(attribute, context.access)) {
      forbidden ??= invalidQueryKey(name, dotted(here), param);
    }
    if (target === null) {
      if (!last && direction === null) return null;
      if (!last) throw invalidQueryKey(path[depth + 1] ?? name, dotted(here), param);
      if (forbidden) throw forbidden;
      return { through, attribute: name };
    }
    if (last) throw forbidden ?? invalidQueryKey(name, dotted(here), param);
    through.push({ attribute: name, target });
    model = context.registry.model(target);
  }
  throw invalidQueryKey('', null, param);
}
