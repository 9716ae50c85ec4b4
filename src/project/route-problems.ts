// Why a core action needs project code: what the controller, service and lifecycles of its type would add. An action
// on versions (docs/strapi/differences.md, D15) needs what `update` needs, since Strapi publishes that way.
import type { ApiFolder, CodeFile } from './api-folders.ts';
import type { CoreAction, RouteAction, RoutedType } from './core-router.ts';
import type { EvaluatedFile } from './evaluation.ts';
import { lifecyclesOf } from './lifecycles.ts';

/** An action of a type. */
interface Action<T extends RouteAction = CoreAction> {
  readonly uid: string;
  readonly action: T;
}

interface Code {
  readonly types: readonly RoutedType[];
  readonly apis: readonly ApiFolder[];
  /** Evaluated files by absolute path. */
  readonly evaluatedFiles: ReadonlyMap<string, EvaluatedFile>;
}

/** Project code that an action would run in Strapi, one reason per file; empty if it is Strapi's default. */
export function problemsOf(
  route: Action<RouteAction>,
  { types, apis, evaluatedFiles }: Code,
): readonly string[] {
  const core: Action = { uid: route.uid, action: coreOf(route.action) };
  const type = types.find(({ uid }) => uid === route.uid);
  const api = apis.find(({ name }) => name === apiOf(route.uid));
  if (!type || !api) return [];
  const key = route.uid.slice(route.uid.indexOf('.') + 1);
  const look = (
    files: readonly CodeFile[],
    problem: (evaluated: EvaluatedFile) => string | undefined,
  ): readonly string[] => {
    const file = files.find((each) => each.key === key);
    if (!file) return [];
    const evaluated = evaluatedFiles.get(file.file);
    if (!evaluated || evaluated.failure !== undefined) {
      return [`${file.label} cannot be read: ${evaluated?.failure ?? 'no reason given'}`];
    }
    const found = problem(evaluated);
    return found ? [`${file.label} has ${found}`] : [];
  };
  return [
    ...look(
      api.controllers,
      (evaluated) => ownMethod(route, evaluated) ?? controllerProblem(core, evaluated),
    ),
    ...look(api.services, (evaluated) => serviceProblem(core, type, evaluated)),
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

/** API name of a uid. */
export function apiOf(uid: string): string {
  return uid.slice('api::'.length, uid.indexOf('.'));
}

/** A `publish` method of the project's controller has the same permission, which was not granted for ours. */
function ownMethod(
  { action }: Action<RouteAction>,
  { controller }: EvaluatedFile,
): string | undefined {
  return controller?.publication.some((own) => own === action) ? `its own ${action}` : undefined;
}

function controllerProblem(
  { uid, action }: Action,
  { controller }: EvaluatedFile,
): string | undefined {
  if (!controller?.untouched.includes(`${uid}.${action}`)) return `its own ${action}`;
  return controller.hooks.length > 0 ? `its own ${controller.hooks.join(', ')}` : undefined;
}

function serviceProblem(
  { uid, action }: Action,
  { kind }: RoutedType,
  { service }: EvaluatedFile,
): string | undefined {
  const own = methodsOf(action, kind).filter(
    (method) => !service?.untouched.includes(`${uid}.${method}`),
  );
  return own.length > 0 ? `its own ${own.join(', ')}` : undefined;
}

/** Methods of a core service that an action calls. */
function methodsOf(action: CoreAction, kind: RoutedType['kind']): readonly string[] {
  if (kind === 'collectionType') return [action, 'getFetchParams'];
  if (action === 'find') return ['find', 'getFetchParams'];
  return [action === 'delete' ? 'delete' : 'createOrUpdate', 'getDocumentId', 'getFetchParams'];
}
