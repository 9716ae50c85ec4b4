// Maps SQLite's constraint errors: `UNIQUE constraint failed: table.column` becomes a ConstraintError.
import { ConstraintError } from '../constraint-error.ts';
import { sqliteCodeOf } from './connection.ts';

const KINDS: Readonly<Record<string, ConstraintError['kind']>> = {
  SQLITE_CONSTRAINT_UNIQUE: 'unique',
  SQLITE_CONSTRAINT_NOTNULL: 'notNull',
};

/** Returns the mapped error, or the same error if it is not a violated constraint. */
export function toRefusal(error: unknown): unknown {
  const code = sqliteCodeOf(error);
  if (!(error instanceof Error) || !code?.startsWith('SQLITE_CONSTRAINT')) return error;
  const places = /: (.+)$/.exec(error.message)?.[1]?.split(', ') ?? [];
  const parts = places.map((place) => place.split('.'));
  return new ConstraintError(
    {
      kind: KINDS[code] ?? 'other',
      table: parts[0]?.[1] === undefined ? null : (parts[0][0] ?? null),
      columns: parts.flatMap(([, column]) => column ?? []),
    },
    { cause: error },
  );
}
