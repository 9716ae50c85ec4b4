// In charge of why a core action is more than the core's own work: what the project's controller, service and
// lifecycles of its type would add.
import type { ApiFolder, CodeFile } from './api-folders.ts';
import type { CoreAction, RoutedType } from './core-router.ts';
import type { Reading } from './evaluation.ts';
import { lifecyclesOf } from './lifecycles.ts';

/** A core action of a type. */
interface Action {
  readonly uid: string;
  readonly action: CoreAction;
  /** `<uid>.<action>` */
  readonly name: string;
}

interface Code {
  readonly types: readonly RoutedType[];
  readonly apis: readonly ApiFolder[];
  /** What files say, by absolute path. */
  readonly readings: ReadonlyMap<string, Reading>;
}

/** What of the project's code an action would run in Strapi, a reason for each file; none: it is the core's own. */
export function problemsOf(route: Action, { types, apis, readings }: Code): readonly string[] {
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
    ...look(api.controllers, (reading) => controllerProblem(route, reading)),
    ...look(api.services, (reading) => serviceProblem(route, type, reading)),
    ...look(api.lifecycles, ({ lifecycles = [] }) =>
      lifecyclesOf(route.action, type, lifecycles).join(', '),
    ),
  ];
}

/** Name of the API that a uid belongs to. */
export function apiOf(uid: string): string {
  return uid.slice('api::'.length, uid.indexOf('.'));
}

function controllerProblem({ name, action }: Action, { controller }: Reading): string | undefined {
  if (!controller?.untouched.includes(name)) return `its own ${action}`;
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
