// In charge of SQLite's side of the dialect.
import type { Dialect } from '../dialect.ts';

export const sqliteDialect: Dialect = { name: 'sqlite' };
