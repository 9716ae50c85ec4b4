// In charge of the lifecycles of a content-type: which hooks a project's file has, and which core actions would have
// run them. Strapi writes and reads in several steps, each with hooks of its own: what a write answers is read, too.
import { isRecord } from '../schema/raw.ts';
import type { CoreAction, RoutedType } from './core-router.ts';

const HOOKS = ['Create', 'CreateMany', 'Update', 'UpdateMany', 'Delete', 'DeleteMany']
  .concat(['FindOne', 'FindMany', 'Count'])
  .flatMap((step) => [`before${step}`, `after${step}`]);

/** What each action does with a database in Strapi, as measured there. */
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

/** To publish is to delete a row and make another one; shared values are changed in the rows of other locales. */
const VERSIONED_STEPS: Partial<typeof STEPS> = {
  create: ['Create', 'FindOne', 'FindMany'],
  update: ['Create', 'Update', 'Delete', 'FindOne', 'FindMany'],
};

/**
 * The names of the hooks that a project's file has, such as `beforeCreate`.
 * @throws Error when it exports none and is no object
 */
export function readLifecycles(value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!isRecord(value)) throw new Error('it exports no lifecycles: an object with functions');
  return HOOKS.filter((name) => typeof value[name] === 'function');
}

/** Those hooks that an action runs in Strapi. */
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

/** `Create` for `beforeCreate` and `afterCreateMany`; `FindMany` and `FindOne` stay apart. */
function stepOf(hook: string): string {
  return hook.replace(/^(?:before|after)/, '').replace(/(?<=Create|Update|Delete)Many$/, '');
}
