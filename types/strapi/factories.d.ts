// Core controllers, services and routers, for projects to extend.
import type { CoreAPI, RouterConfig, StrapiContext } from './core.js';
import type * as UID from './uid.js';

/** Functions of a controller or a service; the context of an action has no type of its own, as others have none. */
type Functions = Record<string, (first: any, second: any, ...others: any[]) => any>;
type CoreController = CoreAPI.Controller.CollectionType;
type CoreService = CoreAPI.Service.CollectionType;
type Bound<T, TCore> = T & ThisType<T & TCore & Record<string, any>>;

/** Creates a controller: the core actions, with what is given over them. In a method, `super.find(ctx)` is the core action. */
export function createCoreController<T extends Functions = {}>(
  uid: UID.ContentType,
  controller?: ((context: StrapiContext) => Bound<T, CoreController>) | Bound<T, CoreController>,
): (context: StrapiContext) => T & CoreController;

/** Creates a service: the core methods, with what is given over them. */
export function createCoreService<T extends Functions = {}>(
  uid: UID.ContentType,
  service?: ((context: StrapiContext) => Bound<T, CoreService>) | Bound<T, CoreService>,
): (context: StrapiContext) => T & CoreService;

/** Creates the routes of the core actions. */
export function createCoreRouter(uid: UID.ContentType, config?: RouterConfig): any;
