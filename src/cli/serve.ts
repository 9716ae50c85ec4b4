// Common part of commands that serve: opens a project, listens, prints the URL, and closes on a signal.
import { isIPv6, type AddressInfo } from 'node:net';
import { checkAfterCrash, type OpenOptions } from '../app/database.ts';
import type { Logger } from '../base/logger.ts';
import { LISTEN_BACKLOG } from '../base/limits.ts';
import { describedRoutes } from '../app/code/project-code.ts';
import type { HostedModelChanges } from '../app/model-changes/hosted-model-changes.ts';
import type { OpenedProject } from '../app/live-app.ts';
import { openProject } from '../app/project.ts';
import type { LoadOptions } from '../project/load.ts';
import { readProcessesOf } from '../app/background/read-processes.ts';
import { readThreadsOf } from '../app/background/read-threads.ts';
import { createApp, type App } from '../app/server.ts';
import { assertSettings } from '../app/settings.ts';
import { openStore, type Store } from '../app/store.ts';
import { enabledWebhooks } from '../webhooks/webhooks.ts';
import type { Workers } from '../http/metrics/workers.ts';
import { CommandError } from './command-error.ts';
import { commandName } from './usage.ts';
import type { Project } from '../project/load.ts';
import { describeForAll, describeReport } from './report.ts';
import { describeWarnings } from './warnings.ts';
import { CLOSE, isWorker } from './workers/workers.ts';

/** Where to listen. Default: the configuration of the project. */
export interface ListenAddress {
  readonly host?: string;
  readonly port?: number;
}

/** A server that can be started and closed. */
export type Listener = Pick<App, 'server' | 'close'>;

export interface ServeOptions {
  readonly project: Project;
  readonly listenAddress: ListenAddress;
  /** Start time, from `performance.now()`. */
  readonly began: number;
  /** Command in hints, such as `quoin start`. */
  readonly command: string;
  /** The next step after the first schema is added to an empty project. */
  readonly afterFirstSchema: string;
  /** If true, another process prints the messages. */
  readonly quiet?: boolean;
}

/** How long clients may take after a signal, in milliseconds. */
const GRACE = 10_000;

/**
 * Opens the project of a folder and reports what changed.
 * @param options Those of `openProject`, and: `listenAddress`: address to listen on instead of the configured one; `quiet`:
 * print nothing; `onOneCore`: no threads unless configured; `commitLog`, `closeInTurn` and `workers`: communication with other
 * workers
 * @throws ProjectError, StorageError
 */
export async function openApp(
  folder: string,
  options: {
    readonly listenAddress?: ListenAddress;
    readonly quiet?: boolean;
    readonly onOneCore?: boolean;
    readonly commitLog?: OpenOptions['commitLog'];
    readonly closeInTurn?: OpenOptions['closeInTurn'];
    readonly workers?: Workers | null;
    readonly changes?: HostedModelChanges;
    readonly prepareFolder?: NonNullable<LoadOptions['prepareFolder']>;
    readonly needsStrapi?: boolean;
    readonly reportsEnds?: boolean;
  } = {},
): Promise<OpenedProject> {
  const { listenAddress = {}, quiet = false, onOneCore = false, ...rest } = options;
  const { commitLog = null, closeInTurn = null, workers = null, changes = null, ...loading } = rest;
  const project = await openProject(folder, { ...loading, reportsSlowStart: true });
  if (!quiet) {
    for (const notice of project.notices) console.log(notice);
    for (const warning of describeWarnings(project)) LOG.warn(warning);
  }
  assertSettings(project);
  const address = listenAddressOf(project, listenAddress);
  const threads = readThreadsOf(project.config.quoin.threads ?? (onOneCore ? 0 : null));
  if (!quiet) await checkAfterCrash(project.config.database, LOG);
  const store = await openStore(project, quiet ? undefined : LOG, {
    readsReplicas: true,
    commitLog,
    closeInTurn,
    threads,
    processes: readProcessesOf(!onOneCore),
    queue: project.config.quoin.overload.queue,
  });
  return { project, app: await createAppOn(address, store, { quiet, workers, changes }) };
}

/** Applies the listen address to a project, because emails contain the URL. */
export function listenAddressOf(project: Project, { host, port }: ListenAddress): Project {
  const { config } = project;
  const server = {
    ...config.server,
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
  };
  return { ...project, config: { ...config, server } };
}

/**
 * Listens until the process receives a signal. @throws CommandError if it cannot listen, after closing the listener
 */
export async function serve(listener: Listener, serving: ServeOptions): Promise<void> {
  await listenAndAnnounce(listener, serving, closeOnSignal(listener));
}

/**
 * Listens and prints the URL.
 * @param isClosing Returned by `closeOnSignal` @throws as `serve`
 */
export async function listenAndAnnounce(
  listener: Listener,
  serving: ServeOptions,
  isClosing: () => boolean,
): Promise<void> {
  const { project, listenAddress } = serving;
  const { server } = project.config;
  const address = {
    host: listenAddress.host ?? server.host,
    port: listenAddress.port ?? server.port,
  };
  let url: string;
  try {
    url = await listen(listener, address, serving.command);
  } catch (error) {
    // A signal has closed the server before it could listen. The process exits when it is closed.
    if (isClosing()) return;
    throw error;
  }
  if (serving.quiet === true) return;
  announce(serving, url);
  const described = await describedRoutes(project);
  if (described === null) return;
  const { routes, forAll } = described;
  const direct = routes.filter(({ way }) => way === 'direct').length;
  const others = routes.length - direct;
  console.log(
    `${others} routes run project code, ${direct} do not. To list them, run: quoin routes`,
  );
  if (forAll.length > 0) console.log(describeForAll(forAll));
}

/** Maximum number of lines about changes of the database. */
const REPORT_LINES = 2;

/** Joins further lines into the last one. */
function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= REPORT_LINES) return lines;
  return [...lines.slice(0, REPORT_LINES - 1), lines.slice(REPORT_LINES - 1).join(' ')];
}

/** Prints messages. */
const LOG: Pick<Logger, 'info' | 'warn'> = {
  info: (message) => console.log(message),
  warn: (message) => console.warn(`Warning: ${message}`),
};

/** Creates the server of a store, which is closed on failure. */
async function createAppOn(
  project: Project,
  store: Store,
  {
    quiet,
    workers,
    changes,
  }: {
    readonly quiet: boolean;
    readonly workers: Workers | null;
    readonly changes: HostedModelChanges | null;
  },
): Promise<App> {
  try {
    for (const line of shortened(describeReport(store.report))) console.log(line);
    if (!quiet) {
      const webhooks = await store.database.read(enabledWebhooks());
      if (webhooks.length > 0) LOG.warn(`Webhooks are not called: ${webhooks.join(', ')}.`);
    }
    return await createApp(project, store, { workers, ...(changes && { changes }) });
  } catch (error) {
    await store.database.close();
    throw error;
  }
}

/** Returns the URL of the server. With port 0 the system chooses the port. */
async function listen(
  listener: Listener,
  address: Required<ListenAddress>,
  command: string,
): Promise<string> {
  try {
    await listener.server.listen({ ...address, backlog: LISTEN_BACKLOG });
  } catch (cause) {
    await listener.close();
    throw new CommandError(whyNot(address, command, cause), { cause });
  }
  // A signal may have closed the server in the meantime.
  const bound = listener.server.server.address();
  const isBound = typeof bound === 'object' && bound !== null;
  return listeningUrl(
    address.host,
    isBound ? bound : { address: address.host, port: address.port },
  );
}

function whyNot({ host, port }: Required<ListenAddress>, command: string, cause: unknown): string {
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

function announce(serving: ServeOptions, url: string): void {
  const { project, began } = serving;
  const { config } = project;
  const publicUrl = config.server.url;
  const isElsewhere = publicUrl.startsWith('http') && publicUrl !== url;
  const types = project.definitions.filter(({ modelType }) => modelType === 'contentType').length;
  const milliseconds = Math.round(performance.now() - began);
  console.log(
    [
      '',
      `Quoin serves ${types} content-types at ${url} (started in ${milliseconds} ms).`,
      ...(isElsewhere ? [`The public URL is ${publicUrl}.`] : []),
      ...(config.admin.serveAdminPanel
        ? [`The admin interface is at ${url}${panelPath(project)}.`]
        : []),
      ...firstSteps(serving, url),
      'Press Ctrl+C to stop.',
    ].join('\n'),
  );
}

/** Strapi's panel may have another path. */
function panelPath({ config }: ServeOptions['project']): string {
  return config.quoin.panel === 'strapi' ? config.admin.path : '/admin';
}

function firstSteps(
  { project, afterFirstSchema }: ServeOptions,
  address: string,
): readonly string[] {
  const { routes, config } = project;
  const first = routes.routes.find((route) => route.action === 'find');
  if (!first && routes.routes.length + routes.custom.length > 0) return [];
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

/**
 * Pending requests finish within the grace period, unless a second signal arrives. @returns whether a signal has
 * arrived
 */
export function closeOnSignal(listener: Listener): () => boolean {
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
    // Ctrl+C reaches all processes of a terminal; the primary process closes the workers.
    process.on('SIGINT', () => undefined);
    process.on('message', (message) => message === CLOSE && close());
  }
  return () => closing;
}

/** Closes a server, however slowly clients send or read: connections that are still open after `grace` milliseconds are destroyed. */
export async function closeWithin(
  app: Pick<App, 'server' | 'close'>,
  grace: number,
): Promise<void> {
  const timer = setTimeout(() => app.server.server.closeAllConnections(), grace);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}

/** Unspecified addresses cannot be opened; these names reach the same socket. */
const LOOPBACK: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  // Accepts IPv4 as well, so both addresses of localhost work.
  '::': 'localhost',
};

/**
 * Returns the URL of a server for a browser on the same machine.
 * @param host As configured
 * @param bound Address that the server listens on
 */
export function listeningUrl(host: string, bound: Pick<AddressInfo, 'address' | 'port'>): string {
  const name = LOOPBACK[bound.address] ?? host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${bound.port}`;
}
