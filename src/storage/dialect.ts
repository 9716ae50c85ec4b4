// In charge of what differs between databases, as data and small functions; no `if (sqlite)` anywhere else.

/** A database's name and capabilities. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
}
