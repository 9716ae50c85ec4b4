// The hook that runs before the tables are changed, with only a connection of knex to the database.
import type { Knex } from 'knex';
import { ProjectError, reasonOf } from '../../project/project-error.ts';
import { CORE_STORE } from '../../storage/layout/names.ts';
import type { DataSlot } from '../strapi/data-slot.ts';
import { BEFORE_SYNC, type SyncHooks } from '../strapi/hooks.ts';
import { createKnex, createKnexTransaction } from './knex-connection.ts';
import type { MigrationConnection } from './migrations.ts';
import { Transactions } from './transactions.ts';

/** Calls the hook, if code has registered functions in it. @throws ProjectError */
export async function runBeforeSync(
  hooks: SyncHooks,
  data: Pick<DataSlot, 'connect'>,
  connection: MigrationConnection,
): Promise<void> {
  if (!hooks.hasBeforeSync) return;
  const knex = connectionTo(connection);
  data.connect(knex);
  try {
    await hooks.before(await storedContentTypes(knex));
  } catch (error) {
    const message = `A function of the hook ${BEFORE_SYNC} failed: ${reasonOf(error)}`;
    throw new ProjectError([{ file: 'src', path: '', message }], { cause: error });
  }
}

function connectionTo({ database, timeout }: MigrationConnection): Knex {
  const transactions: Transactions = new Transactions(database, {
    timeout,
    knexOf: (enter, ends) => createKnexTransaction(dependencies, enter, ends),
  });
  const dependencies = { database, transactions, settings: {} };
  return createKnex(dependencies);
}

/** The content-types that Strapi stored at its last start; undefined if it never ran on the database. */
async function storedContentTypes(knex: Knex): Promise<unknown> {
  if (!(await knex.schema.hasTable(CORE_STORE))) return undefined;
  const key = 'strapi_content_types_schema';
  const row: { readonly value?: unknown } | undefined = await knex(CORE_STORE)
    .where({ key })
    .first('value');
  return typeof row?.value === 'string' ? (JSON.parse(row.value) as unknown) : undefined;
}
