// The code of a project in its server: its hooks and overrides, and the requests that it handles.
import type { IncomingMessage, Server } from 'node:http';
import { createCodeMembers } from '../../code/code-members.ts';
import type { Application } from '../../code/koa/application.ts';
import { toRouteError } from '../../code/koa/thrown-errors.ts';
import { createCodeHooks, writeHooksOf, type CodeHooks } from '../../code/lifecycles/code-hooks.ts';
import { fileOverrides, userOverrides } from '../../code/plugins/service-overrides.ts';
import { fileNamingOf, libraryOverrides } from '../../code/plugins/upload/library-overrides.ts';
import type { RunningCode } from '../../code/running-code.ts';
import type { ReadMiddleware } from '../../documents/read-hooks.ts';
import type { WriteHooks } from '../../documents/write-hooks.ts';
import type { DelegatedRequest, RequestDelegate } from '../../http/routing/delegated-request.ts';
import type { Route } from '../../http/routing/route.ts';
import { withOverrides } from '../../media/file-overrides.ts';
import type { Config } from '../../project/config.ts';
import type { ServiceOverrides, Services } from '../build-services.ts';
import { createAdminRoles } from './admin.ts';
import { hostRequestOf, hostRoutesOf } from './host-routes.ts';
import { attachServices } from './open-project-code.ts';

/** Delegates requests to project code after it has started. */
export class ServedCode implements RequestDelegate {
  readonly running: RunningCode;
  readonly writeHooks: WriteHooks;
  /** Its document middlewares, around reads of administrators. */
  readonly readMiddleware: ReadMiddleware;
  /** Services of built-in plugins that it has replaced. */
  readonly overrides: ServiceOverrides;
  readonly #hooks: CodeHooks;
  #application: Application | null = null;

  constructor(running: RunningCode, { quoin }: Pick<Config, 'quoin'>) {
    const { strapi } = running;
    this.running = running;
    this.#hooks = createCodeHooks(quoin.code, running.subscriptions);
    this.writeHooks = writeHooksOf(this.#hooks);
    this.readMiddleware = this.#hooks.reads;
    this.overrides = {
      users: userOverrides(strapi),
      library: (library) => withOverrides(library, fileOverrides(strapi)),
      adminLibrary: libraryOverrides(strapi),
      fileNaming: fileNamingOf(strapi),
    };
  }

  handles(method: string, path: string): boolean {
    return this.#application?.handles(method, path) ?? false;
  }

  rejects(request: IncomingMessage): boolean {
    return this.#application?.rejects(request) ?? false;
  }

  handle(delegated: DelegatedRequest): Promise<void> {
    if (!this.#application) throw new Error('The code has not started yet.');
    return this.#application.handle(hostRequestOf(delegated));
  }

  convertError(error: unknown): unknown {
    return toRouteError(error);
  }

  /** @throws ProjectError if a route cannot be created or a function of the project fails */
  async start(
    services: Services,
    { routes, server }: { readonly routes: readonly Route[]; readonly server: Server },
  ): Promise<void> {
    const { running } = this;
    const hooks = this.#hooks;
    const { store, engine, authenticator } = services;
    attachServices(running, services);
    await createAdminRoles(services);
    const members = createCodeMembers({ store, engine, hooks, running });
    const administrators = services.administrators.authenticator;
    const routing = { authenticator, administrators, ...hostRoutesOf(services, routes) };
    const { lifecycles } = hooks;
    const environment = { ...members, ...routing, lifecycles, feed: engine.feed };
    this.#application = await running.start(environment, server);
  }
}
