// In charge of finding the accounts of end users by what tells them apart.
import { USER } from '../../schema/built-in/uids.ts';
import type { Reading } from '../../storage/database.ts';
import type { Tables } from '../tables.ts';

/** An account, as far as signing in and its mails depend on it. */
export interface Account {
  /** Row id. */
  readonly id: number;
  readonly documentId: string;
  readonly email: string;
  /** A hash; null for one without a password. */
  readonly password: string | null;
  readonly confirmed: boolean;
  readonly blocked: boolean;
}

/** Attributes with a value that an account has. */
export type AccountKey = Readonly<
  Partial<
    Record<'username' | 'email' | 'provider' | 'resetPasswordToken' | 'confirmationToken', string>
  >
> & { readonly id?: number };

/** The first account that has all of one of the keys; null where there is none. */
export function* findAccount(tables: Tables, keys: readonly AccountKey[]): Reading<Account | null> {
  const { layout, statements } = tables;
  const id = Math.min(...(yield* accountIds(tables, keys)));
  if (!Number.isFinite(id)) return null;
  const names = ['email', 'password', 'confirmed', 'blocked'];
  const [row] = yield* statements.select(layout.table(USER), {
    columns: ['document_id', ...names.map((name) => layout.column(USER, name))],
    where: [{ column: 'id', is: id }],
  });
  if (!row) return null;
  const [documentId, email, password, confirmed, blocked] = row;
  return {
    id,
    documentId: String(documentId),
    email: String(email ?? ''),
    password: typeof password === 'string' && password !== '' ? password : null,
    confirmed: Boolean(confirmed),
    blocked: Boolean(blocked),
  };
}

/** Row ids of the accounts that have all of one of the keys. */
export function* accountIds(
  { layout, statements }: Tables,
  keys: readonly AccountKey[],
): Reading<readonly number[]> {
  const ids = new Set<number>();
  for (const key of keys) {
    const wanted = Object.entries(key);
    if (wanted.some(([, value]) => String(value).includes('\0'))) continue;
    const rows = yield* statements.select(layout.table(USER), {
      columns: ['id'],
      where: wanted.map(([name, is]) => ({
        column: name === 'id' ? name : layout.column(USER, name),
        is,
      })),
    });
    for (const [id] of rows) ids.add(Number(id));
  }
  return [...ids];
}
