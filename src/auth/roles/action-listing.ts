// Listing of a role's permissions: every action by plugin or API and controller, with whether it is granted
// (docs/strapi/accounts.md, "Roles").

/** Actions of the plugin `users-permissions` by controller, in the order of listings. */
export const ACCOUNT_ACTIONS = {
  auth: [
    'callback',
    'changePassword',
    'resetPassword',
    'refresh',
    'logout',
    'getSessions',
    'revokeSession',
    'connect',
    'forgotPassword',
    'register',
    'emailConfirmation',
    'sendEmailConfirmation',
  ],
  user: ['create', 'update', 'find', 'findOne', 'count', 'destroy', 'me'],
  role: ['createRole', 'findOne', 'find', 'updateRole', 'deleteRole'],
  permissions: ['getPermissions'],
} as const;

/** Actions of an API or plugin. */
export interface ActionGroup {
  /** For example `api::author` or `plugin::upload`. */
  readonly space: string;
  readonly controllers: readonly {
    readonly name: string;
    readonly actions: readonly string[];
  }[];
}

/** Whether an action is granted; `policy` is always empty. */
interface ListedAction {
  readonly enabled: boolean;
  readonly policy: '';
}

/** By API or plugin, controller and action. */
export type ActionListing = Readonly<
  Record<string, { readonly controllers: Readonly<Record<string, Record<string, ListedAction>>> }>
>;

/**
 * Lists the actions of all groups, followed by granted actions that belong to none.
 * @param granted Names such as `api::author.author.find`
 */
export function listActions(
  groups: readonly ActionGroup[],
  granted: Iterable<string>,
): ActionListing {
  const spaces = new Map<string, Map<string, Map<string, boolean>>>();
  const set = ({ space, controller, action }: ActionName, enabled: boolean): void => {
    const controllers = getOrCreate(spaces, space, () => new Map<string, Map<string, boolean>>());
    getOrCreate(controllers, controller, () => new Map<string, boolean>()).set(action, enabled);
  };
  for (const { space, controllers } of groups) {
    for (const { name: controller, actions } of controllers) {
      for (const action of actions) set({ space, controller, action }, false);
    }
  }
  for (const name of granted) set(partsOf(name), true);
  return objectFrom(spaces, (controllers) => ({
    controllers: objectFrom(controllers, (actions) =>
      objectFrom(actions, (enabled) => ({ enabled, policy: '' as const })),
    ),
  }));
}

/** Names of actions by API or plugin and controller. */
export function actionLists(groups: readonly ActionGroup[]): object {
  return Object.fromEntries(
    groups.map(({ space, controllers }) => [
      space,
      { controllers: Object.fromEntries(controllers.map(({ name, actions }) => [name, actions])) },
    ]),
  );
}

/** Full names of all actions. */
export function actionNames(groups: readonly ActionGroup[]): readonly string[] {
  return groups.flatMap(({ space, controllers }) =>
    controllers.flatMap(({ name, actions }) => actions.map((each) => `${space}.${name}.${each}`)),
  );
}

interface ActionName {
  readonly space: string;
  readonly controller: string;
  readonly action: string;
}

/** The parts before the first dot, after the last dot, and between them. */
function partsOf(name: string): ActionName {
  const first = name.indexOf('.');
  const last = name.lastIndexOf('.');
  return {
    space: first < 0 ? name : name.slice(0, first),
    controller: first < last ? name.slice(first + 1, last) : '',
    action: name.slice(last + 1),
  };
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}

/** Converts a map to an object with own properties, even for keys such as `__proto__`. */
function objectFrom<V, T>(
  map: ReadonlyMap<string, V>,
  convert: (value: V) => T,
): Record<string, T> {
  return Object.fromEntries([...map].map(([key, value]) => [key, convert(value)]));
}
