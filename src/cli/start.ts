// In charge of `quoin start`: loads, prepares, listens, says where to look, and ends cleanly.
import { createApp, headersOf, openProject, openStore, type App, type Store } from '../app.ts';
import { enabledWebhooks } from '../events/webhooks.ts';
import type { Project } from '../project/load.ts';
import { closeWithin } from './close-within.ts';
import { CommandError } from './command-error.ts';
import { describeReport } from './report.ts';

/** Where to listen; what is not given is taken from the project. */
interface Place {
  readonly host?: string;
  readonly port?: number;
}

/** How long a client may take, once the process is told to end, in milliseconds. */
const GRACE = 10_000;

/** Serves the project of a folder until the process is told to end. @throws CommandError when it cannot listen */
export async function start(folder: string, wanted: Place): Promise<void> {
  const began = performance.now();
  const project = await openProject(folder);
  for (const notice of project.notices) console.log(notice);
  for (const warning of project.warnings) warn(warning);
  headersOf(project);
  const app = await createAppOn(project, await openStore(project));
  closeOnSignal(app);
  const host = wanted.host ?? project.config.server.host;
  const port = await listen(app, host, wanted.port ?? project.config.server.port);
  announce(project, { host, port }, performance.now() - began);
}

/** The server on a store, which is closed where there cannot be one. */
async function createAppOn(project: Project, store: Store): Promise<App> {
  try {
    for (const line of describeReport(store.report)) console.log(line);
    const webhooks = await store.database.read(enabledWebhooks());
    if (webhooks.length > 0) warn(`Webhooks are not called: ${webhooks.join(', ')}.`);
    return await createApp(project, store);
  } catch (error) {
    await store.database.close();
    throw error;
  }
}

function warn(line: string): void {
  console.warn(`Warning: ${line}`);
}

/** Gives the port, which the system chooses where 0 is asked for. */
async function listen(app: App, host: string, port: number): Promise<number> {
  try {
    await app.server.listen({ host, port });
  } catch (cause) {
    await app.close();
    throw new CommandError(whyNot(host, port, cause), { cause });
  }
  // A signal may have closed the server by now.
  const address = app.server.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function whyNot(host: string, port: number, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken. End what listens there, or take another one: quoin start --port ${port + 1}`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Take one above 1023: quoin start --port 8080`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address "${host}". Take one that it has: quoin start --host 127.0.0.1`;
    default:
      return `Cannot listen on ${host}, port ${port} (${String(cause)}). Try: quoin start --host 127.0.0.1 --port 8080`;
  }
}

function announce(project: Project, { host, port }: Required<Place>, milliseconds: number): void {
  const { url } = project.config.server;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const address = url.startsWith('http') ? url : `http://${shown}:${port}`;
  const types = project.definitions.filter(({ modelType }) => modelType === 'contentType').length;
  console.log(
    [
      '',
      `Quoin serves ${types} content-types at ${address} (started in ${Math.round(milliseconds)} ms).`,
      ...whatToTry(project, address),
      'Stop with Ctrl+C.',
    ].join('\n'),
  );
}

function whatToTry({ routes, config }: Project, address: string): readonly string[] {
  const first = routes.routes.find((route) => route.action === 'find' && !route.blocked);
  if (!first) {
    return [
      'No content-type can be read yet. Put a schema into src/api/note/content-types/note/schema.json',
      'and start again.',
    ];
  }
  const url = `${address}${config.api.rest.prefix}${first.path}`;
  return [
    `Try:  curl -g "${url}?populate=*&pagination[pageSize]=1"`,
    'An answer of 403 means that the public role may not read it: make a token with',
    '      quoin token create --name me --type read-only',
    'and send it as  -H "Authorization: Bearer <token>".',
  ];
}

/** Requests that have begun are answered, within the grace period or until a second signal. */
function closeOnSignal(app: App): void {
  let closing = false;
  const close = (): void => {
    if (closing) {
      app.server.server.closeAllConnections();
      return;
    }
    closing = true;
    closeWithin(app, GRACE).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
}
