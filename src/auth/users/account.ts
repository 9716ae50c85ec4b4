// Finds the accounts of end users by unique attributes.
import { USER } from '../../schema/built-in/uids.ts';
import type { ReadSteps } from '../../storage/session.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';

/** The parts of a user that sign-in and emails need. */
export interface Account {
  /** Row id. */
  readonly id: number;
  readonly documentId: string;
  readonly email: string;
  /** Hash, or null without a password. */
  readonly password: string | null;
  readonly confirmed: boolean;
  readonly blocked: boolean;
}

/** Attribute values of an account. */
export type AccountKey = Readonly<
  Partial<
    Record<'username' | 'email' | 'provider' | 'resetPasswordToken' | 'confirmationToken', string>
  >
> & { readonly id?: number };

/** Finds the first account that matches one of the keys, or returns null. */
export function* findAccount(
  tables: Tables,
  keys: readonly AccountKey[],
): ReadSteps<Account | null> {
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

/** Row ids of the accounts that match one of the keys. */
export function* accountIds(
  { layout, statements }: Tables,
  keys: readonly AccountKey[],
): ReadSteps<readonly number[]> {
  const ids = new Set<number>();
  for (const key of keys) {
    const criteria = Object.entries(key);
    if (criteria.some(([, value]) => String(value).includes('\0'))) continue;
    const rows = yield* statements.select(layout.table(USER), {
      columns: ['id'],
      where: criteria.map(([name, is]) => ({
        column: name === 'id' ? name : layout.column(USER, name),
        is,
      })),
    });
    for (const [id] of rows) ids.add(Number(id));
  }
  return [...ids];
}
