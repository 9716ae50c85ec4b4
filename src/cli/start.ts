// In charge of `quoin start`: loads, prepares, listens, says where to look, and ends cleanly.
import { createApp, openProject, openStore, type App } from '../app.ts';
import type { Project } from '../project/load.ts';
import { describeReport } from './report.ts';

/** Serves the project of a folder until the process is told to end. */
export async function start(folder: string): Promise<void> {
  const began = performance.now();
  const project = await openProject(folder);
  for (const notice of project.notices) console.log(notice);
  for (const warning of project.warnings) console.warn(`Warning: ${warning}`);
  const store = await openStore(project);
  for (const line of describeReport(store.report)) console.log(line);
  const app = await createApp(project, store);
  closeOnSignal(app);
  const { host, port } = project.config.server;
  await app.server.listen({ host, port });
  announce(project, performance.now() - began);
}

function announce(project: Project, milliseconds: number): void {
  const { host, port, url } = project.config.server;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const address = url.startsWith('http') ? url : `http://${shown}:${port}`;
  const types = project.definitions.filter(({ modelType }) => modelType === 'contentType').length;
  const first = project.routes.routes.find((route) => route.action === 'find' && !route.blocked);
  const path = `${project.config.api.rest.prefix}${first?.path ?? ''}`;
  console.log(
    [
      '',
      `Quoin serves ${types} content-types at ${address} (started in ${Math.round(milliseconds)} ms).`,
      `Try:  curl -g "${address}${path}?populate=*&pagination[pageSize]=1"`,
      'An answer of 403 means that the public role may not read it: make a token with',
      '      quoin token create --name me --type read-only',
      'and send it as  -H "Authorization: Bearer <token>".',
      'Stop with Ctrl+C.',
    ].join('\n'),
  );
}

/** Requests that have begun are answered; then the database is closed. */
function closeOnSignal(app: App): void {
  let closing = false;
  const close = (): void => {
    if (closing) return;
    closing = true;
    app.close().then(
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
