// Connection parameters of a PostgreSQL server, for its configuration and its driver.

export interface PostgresServer {
  /** A `postgres://` URL; the other values complete it. */
  readonly url?: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** As the `pg` driver expects it. */
  readonly ssl: boolean | Readonly<Record<string, unknown>>;
}
