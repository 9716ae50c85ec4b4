// Issues of a start whose schema does not fit the database, each with its location in the schema and in the database, and
// advice.
import { StorageError } from '../errors.ts';
import type { Column, Table } from '../layout/table.ts';

/** A reason why a schema cannot be stored. */
export interface StorageIssue {
  readonly uid: string | null;
  /** JSON path in the schema file, such as `attributes.price`; null if no file contains it. */
  readonly path: string | null;
  readonly table: string;
  readonly column?: string;
  /** What is wrong and what to do, in whole sentences. */
  readonly message: string;
}

/** Creates the issue of a column whose change is rejected. */
export function columnIssue(
  { table, column }: { readonly table: Table; readonly column: Column },
  message: string,
): StorageIssue {
  return {
    uid: table.uid,
    path: column.attribute === null ? null : `attributes.${column.attribute}`,
    table: table.name,
    column: column.name,
    message,
  };
}

/** Names the schema file of a uid, if there is one. */
export type FileOf = (uid: string) => string | undefined;

/** Creates the error of a start that must not continue. The message lists all issues, one per line. */
export function incompatible(
  issues: readonly StorageIssue[],
  fileOf: FileOf = () => undefined,
): StorageError {
  const message = issues.map((issue) => describe(issue, fileOf)).join('\n');
  return new StorageError('incompatible', message);
}

function describe({ uid, path, table, column, message }: StorageIssue, fileOf: FileOf): string {
  const file = uid === null ? undefined : (fileOf(uid) ?? uid);
  const location = [file, path].filter((part) => part !== undefined && part !== null).join(': ');
  const stored = column === undefined ? `table ${table}` : `table ${table}, column ${column}`;
  return `${location === '' ? '' : `${location} `}(${stored}): ${message}`;
}
