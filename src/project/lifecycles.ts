// Lifecycle hooks of a content-type: which hooks a project's file has, and which core actions run them in Strapi.
// Strapi runs several queries per action, each with its own hooks; returning a written entry is a read as well.
import { isRecord } from '../schema/raw.ts';
import type { CoreAction, RoutedType } from './core-router.ts';

const HOOKS = ['Create', 'CreateMany', 'Update', 'UpdateMany', 'Delete', 'DeleteMany']
  .concat(['FindOne', 'FindMany', 'Count'])
  .flatMap((step) => [`before${step}`, `after${step}`]);

/** Queries of each action in Strapi, as measured. */
const STEPS: Readonly<Record<CoreAction, readonly string[]>> = {
  find: ['FindMany', 'Count'],
  findOne: ['FindOne'],
  create: ['Create', 'FindOne'],
  update: ['Update', 'FindOne'],
  delete: ['FindMany', 'Delete', 'FindOne'],
};

const SINGLE_TYPE_STEPS: Partial<typeof STEPS> = {
  find: ['FindOne'],
  update: ['Create', 'Update', 'FindOne'],
};

/** Publishing deletes a row and creates another; shared values update the rows of other locales. */
const VERSIONED_STEPS: Partial<typeof STEPS> = {
  create: ['Create', 'FindOne', 'FindMany'],
  update: ['Create', 'Update', 'Delete', 'FindOne', 'FindMany'],
};

/**
 * Returns the hooks that a project's file exports, such as `beforeCreate`.
 * @throws Error if it exports nothing or not an object
 */
export function readLifecycles(value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!isRecord(value)) throw new Error('it exports no lifecycles: an object with functions');
  return HOOKS.filter((name) => typeof value[name] === 'function');
}

/** Hooks that an action runs in Strapi. */
export function lifecyclesOf(
  action: CoreAction,
  { kind, versioned }: Pick<RoutedType, 'kind' | 'versioned'>,
  hooks: readonly string[],
): readonly string[] {
  const steps =
    (versioned ? VERSIONED_STEPS[action] : undefined) ??
    (kind === 'singleType' ? SINGLE_TYPE_STEPS[action] : undefined) ??
    STEPS[action];
  return hooks.filter((hook) => steps.includes(stepOf(hook)));
}

/** `Create` for `beforeCreate` and `afterCreateMany`; `FindMany` and `FindOne` are distinct. */
function stepOf(hook: string): string {
  return hook.replace(/^(?:before|after)/, '').replace(/(?<=Create|Update|Delete)Many$/, '');
}
