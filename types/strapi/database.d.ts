// `strapi.db`, and the events that lifecycle hooks get.

/** An event of a lifecycle hook. */
export interface Event {
  action: Action;
  model: Model;
  state: any;
  params: any;
  result?: any;
}

export type Action =
  | 'beforeCreate'
  | 'afterCreate'
  | 'beforeCreateMany'
  | 'afterCreateMany'
  | 'beforeUpdate'
  | 'afterUpdate'
  | 'beforeUpdateMany'
  | 'afterUpdateMany'
  | 'beforeDelete'
  | 'afterDelete'
  | 'beforeDeleteMany'
  | 'afterDeleteMany'
  | 'beforeFindOne'
  | 'afterFindOne'
  | 'beforeFindMany'
  | 'afterFindMany'
  | 'beforeCount'
  | 'afterCount';

export interface Model {
  uid: string;
  singularName: string;
  tableName: string;
  attributes: Record<string, any>;
  [key: string]: any;
}

/** Hooks by their names, and the types that they are for: without `models`, all of them. */
export type Subscriber =
  | ((event: Event) => any)
  | ({ models?: string[] } & { [TAction in Action]?: (event: any) => any });

/** Rows of one type. */
export interface QueryBuilder {
  findOne(params?: any): Promise<any>;
  findMany(params?: any): Promise<any[]>;
  findWithCount(params?: any): Promise<[any[], number]>;
  findPage(params?: any): Promise<{ results: any[]; pagination: any }>;
  count(params?: any): Promise<number>;
  create(params: any): Promise<any>;
  createMany(params: any): Promise<{ count: number; ids: any[] }>;
  update(params: any): Promise<any>;
  updateMany(params: any): Promise<{ count: number }>;
  delete(params: any): Promise<any>;
  deleteMany(params?: any): Promise<{ count: number }>;
  load(entry: any, field: any, params?: any): Promise<any>;
  [key: string]: any;
}

export interface Database {
  query(uid: string): QueryBuilder;
  lifecycles: { subscribe(subscriber: Subscriber): () => void; [key: string]: any };
  metadata: any;
  /** Runs a function in one transaction. Without one, returns a transaction that the caller must end. */
  transaction(): Promise<{ get(): any; commit(): Promise<void>; rollback(): Promise<void> }>;
  transaction<T>(run: (transaction: Transaction) => T | Promise<T>): Promise<T>;
  inTransaction(): boolean;
  /** Knex. */
  connection: any;
  [key: string]: any;
}

export interface Transaction {
  trx: any;
  rollback(): Promise<void>;
  commit(): Promise<void>;
  onCommit(run: () => any): void;
  onRollback(run: () => any): void;
}
