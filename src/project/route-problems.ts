// In charge of why a core action is more than the core's own work: what the project's controller, service and
// lifecycles of its type would add. An action on versions (docs/strapi/differences.md, D15) is as much as an `update`
// is: Strapi publishes by that.
import type { ApiFolder, CodeFile } from './api-folders.ts';
import type { CoreAction, RouteAction, RoutedType } from './core-router.ts';
import type { Reading } from './evaluation.ts';
import { lifecyclesOf } from './lifecycles.ts';

/** An action of a type. */
interface Action<T extends RouteAction = CoreAction> {
  readonly uid: string;
  readonly action: T;
}

interface Code {
  readonly types: readonly RoutedType[];
  readonly apis: readonly ApiFolder[];
  /** What files say, by absolute path. */
  readonly readings: ReadonlyMap<string, Reading>;
}

/** What of the project's code an action would run in Strapi, a reason for each file; none: it is the core's own. */
export function problemsOf(
  route: Action<RouteAction>,
  { types, apis, readings }: Code,
): readonly string[] {
  const core: Action = { uid: route.uid, action: coreOf(route.action) };
  const type = types.find(({ uid }) => uid === route.uid);
  const api = apis.find(({ name }) => name === apiOf(route.uid));
  if (!type || !api) return [];
  const key = route.uid.slice(route.uid.indexOf('.') + 1);
  const look = (
    files: readonly CodeFile[],
    problem: (reading: Reading) => string | undefined,
  ): readonly string[] => {
    const file = files.find((each) => each.key === key);
    if (!file) return [];
    const reading = readings.get(file.file);
    if (!reading || reading.failure !== undefined) {
      return [`${file.label} cannot be read: ${reading?.failure ?? 'no reason given'}`];
    }
    const found = problem(reading);
    return found ? [`${file.label} has ${found}`] : [];
  };
  return [
    ...look(
      api.controllers,
      (reading) => ownMethod(route, reading) ?? controllerProblem(core, reading),
    ),
    ...look(api.services, (reading) => serviceProblem(core, type, reading)),
    ...look(api.lifecycles, ({ lifecycles = [] }) =>
      lifecyclesOf(core.action, type, lifecycles).join(', '),
    ),
  ];
}

/** The core action whose code an action runs. */
function coreOf(action: RouteAction): CoreAction {
  return action === 'publish' || action === 'unpublish' || action === 'discardDraft'
    ? 'update'
    : action;
}

/** Name of the API that a uid belongs to. */
export function apiOf(uid: string): string {
  return uid.slice('api::'.length, uid.indexOf('.'));
}

/** A controller's own `publish` has the permission of that name: who has it was not meant to have ours. */
function ownMethod({ action }: Action<RouteAction>, { controller }: Reading): string | undefined {
  return controller?.publication.some((own) => own === action) ? `its own ${action}` : undefined;
}

function controllerProblem({ uid, action }: Action, { controller }: Reading): string | undefined {
  if (!controller?.untouched.includes(`${uid}.${action}`)) return `its own ${action}`;
  return controller.hooks.length > 0 ? `its own ${controller.hooks.join(', ')}` : undefined;
}

function serviceProblem(
  { uid, action }: Action,
  { kind }: RoutedType,
  { service }: Reading,
): string | undefined {
  const own = methodsOf(action, kind).filter(
    (method) => !service?.untouched.includes(`${uid}.${method}`),
  );
  return own.length > 0 ? `its own ${own.join(', ')}` : undefined;
}

/** The methods of a core service that an action calls. */
function methodsOf(action: CoreAction, kind: RoutedType['kind']): readonly string[] {
  if (kind === 'collectionType') return [action, 'getFetchParams'];
  if (action === 'find') return ['find', 'getFetchParams'];
  return [action === 'delete' ? 'delete' : 'createOrUpdate', 'getDocumentId', 'getFetchParams'];
}
