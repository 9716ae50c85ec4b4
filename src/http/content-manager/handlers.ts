// All handlers of the content-manager by name, and their services; loaded by the first request.
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { createContentManager } from '../../content-manager/content-manager.ts';
import type { ContentManagerDependencies } from '../../content-manager/dependencies.ts';
import type { Handler } from '../routing/route.ts';
import { entryHandlers, type EntryRequest } from './entry-handlers.ts';
import { localeHandlers, type LocaleRequest } from './locale-handlers.ts';
import { ManagerRequest, type ManagerHandler } from './manager-request.ts';
import { singleHandlers, type SingleRequest } from './single-handlers.ts';
import { viewHandlers, type ViewRequest } from './view-handlers.ts';

/** Names of the handlers. */
export type HandlerName = EntryRequest | SingleRequest | ViewRequest | LocaleRequest;

const handlers: Readonly<Record<HandlerName, ManagerHandler>> = {
  ...entryHandlers,
  ...singleHandlers,
  ...viewHandlers,
  ...localeHandlers,
};

/** The handlers of routes by name. */
export type BoundHandlers = (name: HandlerName) => Handler<AdminPrincipal>;

/** Creates the services and binds the handlers to them. */
export function bindHandlers(dependencies: ContentManagerDependencies): BoundHandlers {
  const manager = createContentManager(dependencies);
  return (name) => (request) => handlers[name](new ManagerRequest(request, manager, dependencies));
}
