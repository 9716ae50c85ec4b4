// In charge of the error that refuses a start because schema and database do not go together: every mistake
// with the place in the schema, the place in the database and what to do about it.

/** One reason why a schema cannot be stored. */
export interface StorageIssue {
  readonly uid: string | null;
  /** JSON path in the schema file, such as `attributes.price`; null where no file has it. */
  readonly path: string | null;
  readonly table: string;
  readonly column?: string;
  /** What is wrong, then what to do, in whole sentences. */
  readonly message: string;
}

/** Names the schema file of a uid, where there is one. */
export type FileOf = (uid: string) => string | undefined;

/** A start that must not go on. The message lists all issues, one a line. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly issues: readonly StorageIssue[];

  constructor(issues: readonly StorageIssue[], fileOf: FileOf = () => undefined) {
    super(issues.map((issue) => describe(issue, fileOf)).join('\n'));
    this.issues = issues;
  }
}

function describe({ uid, path, table, column, message }: StorageIssue, fileOf: FileOf): string {
  const file = uid === null ? undefined : (fileOf(uid) ?? uid);
  const place = [file, path].filter((part) => part !== undefined && part !== null).join(': ');
  const stored = column === undefined ? `table ${table}` : `table ${table}, column ${column}`;
  return `${place === '' ? '' : `${place} `}(${stored}): ${message}`;
}
