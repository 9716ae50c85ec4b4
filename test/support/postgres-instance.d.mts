// Types of postgres-instance.mjs.

/** Settings of a server, as in its configuration file. */
export type Settings = Readonly<Record<string, string | number>>;

export declare class PostgresInstance {
  readonly port: number;
  readonly data: string;
  static make(settings?: Settings): Promise<PostgresInstance>;
  start(): Promise<void>;
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  freeze(): void;
  thaw(): void;
  query(
    statement: string,
    database?: string,
  ): Promise<readonly Readonly<Record<string, unknown>>[]>;
  makeReplica(): Promise<PostgresInstance>;
  follow(primary: PostgresInstance): void;
  promote(): Promise<void>;
  remove(): Promise<void>;
}
