// In charge of what every command that serves does: opens a project, listens, says where to look, and ends cleanly.
import { checkAfterCrash, type Opening } from '../app/database.ts';
import { LISTEN_BACKLOG } from '../base/limits.ts';
import { describedRoutes } from '../app/code.ts';
import { openProject } from '../app/project.ts';
import { readProcessesOf } from '../app/read-processes.ts';
import { readThreadsOf } from '../app/read-threads.ts';
import { createApp, type App } from '../app/server.ts';
import { assertSettings } from '../app/settings.ts';
import { openStore, type Store } from '../app/store.ts';
import { enabledWebhooks } from '../events/webhooks.ts';
import type { Peers } from '../http/metrics/peers.ts';
import type { LoadOptions, Project } from '../project/load.ts';
import { closeWithin } from './close-within.ts';
import { CommandError } from './command-error.ts';
import { commandName } from './command-name.ts';
import { listeningUrl } from './listening-url.ts';
import { describeReport } from './report.ts';
import { describeWarnings } from './warnings.ts';
import { CLOSE, isWorker } from './workers.ts';

/** Where to listen; what is not given is taken from the project. */
export interface Place {
  readonly host?: string;
  readonly port?: number;
}

/** A project and its server. */
export interface Opened {
  readonly project: Project;
  readonly app: App;
}

/** Something that listens and ends. */
export type Listener = Pick<App, 'server' | 'close'>;

/** What is to be served, and how to talk about it. */
export interface Serving {
  readonly project: Project;
  readonly wanted: Place;
  /** As `performance.now()` gives it. */
  readonly began: number;
  /** Such as `quoin start`: what the user is told to type again. */
  readonly command: string;
  /** What to do after a first schema was put into an empty project. */
  readonly afterFirstSchema: string;
  /** True where another process says it all. */
  readonly quiet?: boolean;
}

/** How long a client may take, once the process is told to end, in milliseconds. */
const GRACE = 10_000;

/**
 * Opens the project of a folder, and tells what was found and done.
 * @param options As `openProject` takes them; `wanted`: where it will be served, if not where the project says; `quiet`:
 * another process tells; `onOneCore`: no threads read, unless the project says so; `board`, `peers`: how processes that answer as one tell each other of commits and numbers
 * @throws ProjectError, StorageError
 */
export async function openApp(
  folder: string,
  options: Pick<LoadOptions, 'evaluate'> & {
    readonly wanted?: Place;
    readonly quiet?: boolean;
    readonly onOneCore?: boolean;
    readonly board?: Opening['board'];
    readonly peers?: Peers | null;
  } = {},
): Promise<Opened> {
  const { wanted = {}, quiet = false, onOneCore = false, ...rest } = options;
  const { board = null, peers = null, ...loading } = rest;
  const project = await openProject(folder, loading);
  if (!quiet) {
    for (const notice of project.notices) console.log(notice);
    for (const warning of describeWarnings(project)) warn(warning);
  }
  assertSettings(project);
  const placed = placedAt(project, wanted);
  const say = quiet ? () => undefined : console.log;
  const threads = readThreadsOf(project.config.quoin.threads ?? (onOneCore ? 0 : null));
  if (!quiet) await checkAfterCrash(project.config.database, say);
  const store = await openStore(project, say, {
    readsReplicas: true,
    board,
    threads,
    processes: readProcessesOf(!onOneCore),
    queue: project.config.quoin.overload.queue,
  });
  return { project, app: await createAppOn(placed, store, { quiet, peers }) };
}

/** A project as it is found where it is served: mails name that address. */
export function placedAt(project: Project, { host, port }: Place): Project {
  const { config } = project;
  const server = {
    ...config.server,
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
  };
  return { ...project, config: { ...config, server } };
}

/** Listens until the process receives a signal. @throws CommandError when it cannot listen; it is closed then */
export async function serve(listener: Listener, serving: Serving): Promise<void> {
  const { project, wanted } = serving;
  closeOnSignal(listener);
  const { server } = project.config;
  const place = { host: wanted.host ?? server.host, port: wanted.port ?? server.port };
  const url = await listen(listener, place, serving.command);
  if (serving.quiet === true) return;
  announce(serving, url);
  const line = describeWays(await describedRoutes(project));
  if (line !== null) console.log(line);
}

/** How many routes the code of a project answers; null where none of it runs. */
function describeWays(routes: Awaited<ReturnType<typeof describedRoutes>>): string | null {
  if (routes === null) return null;
  const direct = routes.filter(({ way }) => way === 'direct').length;
  const others = routes.length - direct;
  return `${others} routes run code of the project, ${direct} do not. To list them, run: quoin routes`;
}

/** How many lines tell what was done to the database. */
const REPORT_LINES = 2;

/** The same in a few lines: the last one holds what does not fit. */
function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= REPORT_LINES) return lines;
  return [...lines.slice(0, REPORT_LINES - 1), lines.slice(REPORT_LINES - 1).join(' ')];
}

/** Prints a warning. */
export function warn(line: string): void {
  console.warn(`Warning: ${line}`);
}

/** The server on a store, which is closed where there cannot be one. */
async function createAppOn(
  project: Project,
  store: Store,
  { quiet, peers }: { readonly quiet: boolean; readonly peers: Peers | null },
): Promise<App> {
  try {
    for (const line of shortened(describeReport(store.report))) console.log(line);
    if (!quiet) {
      const webhooks = await store.database.read(enabledWebhooks());
      if (webhooks.length > 0) warn(`Webhooks are not called: ${webhooks.join(', ')}.`);
    }
    return await createApp(project, store, peers);
  } catch (error) {
    await store.database.close();
    throw error;
  }
}

/** Returns the URL of the server. The system chooses the port if 0 is asked for. */
async function listen(
  listener: Listener,
  place: Required<Place>,
  command: string,
): Promise<string> {
  try {
    await listener.server.listen({ ...place, backlog: LISTEN_BACKLOG });
  } catch (cause) {
    await listener.close();
    throw new CommandError(whyNot(place, command, cause), { cause });
  }
  // A signal may have closed the server by now.
  const address = listener.server.server.address();
  const isBound = typeof address === 'object' && address !== null;
  return listeningUrl(place.host, isBound ? address : { address: place.host, port: place.port });
}

function whyNot({ host, port }: Required<Place>, command: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop the program that uses it, or choose another port: ${command} --port ${port === 65_535 ? 8080 : port + 1}`;
    case 'EACCES':
      return `This user is not allowed to listen on port ${port}. Choose a port above 1023: ${command} --port 8080`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `"${host}" is not an address of this machine. Choose another one: ${command} --host 127.0.0.1`;
    default:
      return `Cannot listen on ${host}, port ${port} (${String(cause)}). Try: ${command} --host 127.0.0.1 --port 8080`;
  }
}

function announce(serving: Serving, url: string): void {
  const { project, began } = serving;
  const publicUrl = project.config.server.url;
  const isElsewhere = publicUrl.startsWith('http') && publicUrl !== url;
  const types = project.definitions.filter(({ modelType }) => modelType === 'contentType').length;
  const milliseconds = Math.round(performance.now() - began);
  console.log(
    [
      '',
      `Quoin serves ${types} content-types at ${url} (started in ${milliseconds} ms).`,
      ...(isElsewhere ? [`The public URL is ${publicUrl}.`] : []),
      ...whatToTry(serving, url),
      'Press Ctrl+C to stop.',
    ].join('\n'),
  );
}

function whatToTry({ project, afterFirstSchema }: Serving, address: string): readonly string[] {
  const { routes, config } = project;
  const first = routes.routes.find((route) => route.action === 'find' && !route.blocked);
  if (!first && routes.routes.length > 0) {
    return ['All reads answer 501. To see why, run: quoin check'];
  }
  if (!first) {
    return [
      'There are no content-types yet. Add a schema, such as src/api/note/content-types/note/schema.json,',
      `${afterFirstSchema} Or create a project in another folder: ${commandName()} init my-site`,
    ];
  }
  const url = `${address}${config.api.rest.prefix}${first.path}`;
  return [
    `Try:  curl -g "${url}?populate=*&pagination[pageSize]=1"`,
    'If the response is 403, the public role lacks the permission. Create a token with',
    `      ${commandName()} token create --name me --type read-only`,
    'and send it as  -H "Authorization: Bearer <token>".',
  ];
}

/** Requests that have begun are answered, within the grace period or until a second signal. */
function closeOnSignal(listener: Listener): void {
  let closing = false;
  const close = (): void => {
    if (closing) {
      listener.server.server.closeAllConnections();
      return;
    }
    closing = true;
    closeWithin(listener, GRACE).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', close);
  if (!isWorker()) process.on('SIGINT', close);
  else {
    // Ctrl+C goes to all processes of a terminal: it is the first of them that tells the others.
    process.on('SIGINT', () => undefined);
    process.on('message', (message) => message === CLOSE && close());
  }
}
