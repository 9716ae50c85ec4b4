// Services of the `strapi` object.
import type { ContentType, ID as EntryID } from './data.js';
import type * as UID from './uid.js';

export namespace Documents {
  type ID = string;
  type Document<TUID extends UID.ContentType = string> = ContentType<TUID>;
  type AnyDocument = Document<any>;
  type Result<TUID extends UID.ContentType = string, _TParams = object> = ContentType<TUID>;

  /** Parameters of a call. */
  interface Parameters {
    filters?: any;
    fields?: any;
    populate?: any;
    sort?: any;
    status?: 'draft' | 'published';
    locale?: any;
    start?: number;
    limit?: number;
    _q?: string;
    data?: any;
    [key: string]: any;
  }

  interface ServiceInstance<TUID extends UID.ContentType = string> {
    findMany(params?: Parameters): Promise<Result<TUID>[]>;
    findFirst(params?: Parameters): Promise<Result<TUID> | null>;
    findOne(params: Parameters & { documentId: ID }): Promise<Result<TUID> | null>;
    count(params?: Parameters): Promise<number>;
    create(params: Parameters): Promise<Result<TUID>>;
    update(params: Parameters & { documentId: ID }): Promise<Result<TUID> | null>;
    delete(params: Parameters & { documentId: ID }): Promise<Entries<TUID>>;
    clone(params: Parameters & { documentId: ID }): Promise<Entries<TUID>>;
    /** Only of types with drafts, as are the next two. */
    publish(params: Parameters & { documentId: ID }): Promise<Entries<TUID>>;
    unpublish(params: Parameters & { documentId: ID }): Promise<Entries<TUID>>;
    discardDraft(params: Parameters & { documentId: ID }): Promise<Entries<TUID>>;
  }

  interface Entries<TUID extends UID.ContentType = string> {
    documentId: ID;
    entries: Result<TUID>[];
  }

  interface Service {
    <TUID extends UID.ContentType>(uid: TUID): ServiceInstance<TUID>;
    /** Adds a middleware around all calls. Returns a function that removes it. */
    use(middleware: Middleware.Middleware): () => void;
  }

  namespace Middleware {
    interface Context {
      uid: any;
      contentType: any;
      action: string;
      params: any;
      [key: string]: any;
    }
    type Middleware = (context: Context, next: () => Promise<any>) => any;
  }

  namespace Params {
    type All = Parameters;
    namespace Populate {
      type Any<_TUID = string> = any;
      type NestedParams<_TUID = string> = any;
      type ObjectNotation<_TUID = string> = any;
    }
    namespace Filters {
      type Any<_TUID = string> = any;
    }
    namespace Sort {
      type Any<_TUID = string> = any;
    }
    namespace Data {
      type Input<_TUID = string> = any;
      type PartialInput<_TUID = string> = any;
    }
    type Pick<_TUID = string, _TKind = string> = any;
  }
}

export namespace EntityService {
  interface EntityService {
    findMany(uid: UID.ContentType, params?: any): Promise<any>;
    findOne(uid: UID.ContentType, id: EntryID, params?: any): Promise<any>;
    findPage(uid: UID.ContentType, params?: any): Promise<any>;
    count(uid: UID.ContentType, params?: any): Promise<number>;
    create(uid: UID.ContentType, params: any): Promise<any>;
    update(uid: UID.ContentType, id: EntryID, params: any): Promise<any>;
    delete(uid: UID.ContentType, id: EntryID, params?: any): Promise<any>;
  }
  type Params = any;
}

export namespace EventHub {
  interface EventHub {
    emit(event: string, ...args: any[]): Promise<void>;
    on(event: string, listener: (...args: any[]) => any): () => void;
    once(event: string, listener: (...args: any[]) => any): () => void;
    off(event: string, listener: (...args: any[]) => any): void;
    subscribe(subscriber: (event: string, ...args: any[]) => any): () => void;
    unsubscribe(subscriber: (event: string, ...args: any[]) => any): void;
    [key: string]: any;
  }
}

export namespace Cron {
  interface CronService {
    add(tasks: Record<string, any>): CronService;
    remove(name: string): CronService;
    start(): CronService;
    stop(): CronService;
    destroy(): CronService;
    jobs: any[];
  }
}

export namespace CoreStore {
  interface CoreStore {
    (names: { type?: string; name?: string; key?: string; environment?: string }): CoreStore;
    get(names?: any): Promise<any>;
    set(names: any): Promise<any>;
    delete(names?: any): Promise<any>;
  }
}

export namespace ContentAPI {
  interface ContentApi {
    sanitize: Record<'input' | 'output' | 'query', (...args: any[]) => Promise<any>> &
      Record<string, any>;
    validate: Record<'input' | 'query', (...args: any[]) => Promise<any>> & Record<string, any>;
    permissions: any;
    [key: string]: any;
  }
}

export namespace Auth {
  interface AuthenticationService {
    register(type: string, strategy: any): any;
    authenticate(ctx: any, next?: any): any;
    verify(auth: any, config?: any): any;
    [key: string]: any;
  }
}

export namespace RequestContext {
  interface RequestContext {
    /** The context of the current request. */
    get(): any;
    run(context: any, run: () => any): any;
  }
}

export namespace Server {
  interface Server {
    app: any;
    router: any;
    httpServer: any;
    use(...args: any[]): Server;
    routes(routes: any): Server;
    listRoutes(): any[];
    [key: string]: any;
  }
}
