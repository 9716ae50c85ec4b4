// Checks that a username and an email address are unique (docs/strapi/accounts.md).
import { AppError } from '../../base/errors.ts';
import { USER } from '../../schema/built-in/uids.ts';
import type { ReadSteps } from '../../storage/session.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';

/** A value that no two users may share. */
export interface UniqueValue {
  readonly attribute: 'username' | 'email';
  readonly value: string;
}

/**
 * @param except Row id of the user who may have the values, or null @throws ApplicationError for the first value that
 * is taken
 */
export function* assertAvailable(
  { layout, statements }: Tables,
  requested: readonly UniqueValue[],
  except: number | null,
): ReadSteps<void> {
  for (const { attribute, value } of requested) {
    const rows = yield* statements.select(layout.table(USER), {
      columns: ['id'],
      where: [{ column: layout.column(USER, attribute), is: value }],
    });
    if (rows.every(([id]) => Number(id) === except)) continue;
    const name = attribute === 'email' ? 'Email' : 'Username';
    throw new AppError('ApplicationError', `${name} already taken`);
  }
}
