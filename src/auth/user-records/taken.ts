// In charge of whether another user has a name or an address already (docs/strapi/accounts.md).
import { AppError } from '../../base/errors.ts';
import { USER } from '../../schema/built-in/uids.ts';
import type { Reading } from '../../storage/database.ts';
import type { Tables } from '../tables.ts';

/** What no two users may share. */
export interface Distinct {
  readonly attribute: 'username' | 'email';
  readonly value: string;
}

/** @param except Row id of the user who may have them; null: nobody. @throws ApplicationError for the first that is taken */
export function* assertFree(
  { layout, statements }: Tables,
  wanted: readonly Distinct[],
  except: number | null,
): Reading<void> {
  for (const { attribute, value } of wanted) {
    const rows = yield* statements.select(layout.table(USER), {
      columns: ['id'],
      where: [{ column: layout.column(USER, attribute), is: value }],
    });
    if (rows.every(([id]) => Number(id) === except)) continue;
    const name = attribute === 'email' ? 'Email' : 'Username';
    throw new AppError('ApplicationError', `${name} already taken`);
  }
}
