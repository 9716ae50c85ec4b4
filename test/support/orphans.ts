// Finds rows that a partial write would leave.
import type { Store } from '../../src/app/store.ts';
import type { DatabaseConfig } from '../../src/project/database-config.ts';
import type { Layout } from '../../src/storage/layout/layout.ts';
import { brokenLinksQuery } from './broken-links.ts';
import { connect, type OtherProgram } from './test-database.ts';

type Schema = Pick<Store, 'registry' | 'layout'>;

/** Lists orphaned rows and dangling references, one line each. */
export async function findOrphans(
  config: DatabaseConfig,
  schema: Schema,
): Promise<readonly unknown[]> {
  const program = await connect(config);
  try {
    return [
      ...(await findDangling(program, config, schema)),
      ...(await program.sql(brokenLinksQuery(schema))),
    ];
  } finally {
    await program.close();
  }
}

/** Lists foreign keys to missing rows, one line each. */
export function findDangling(
  program: Pick<OtherProgram, 'sql'>,
  { client }: Pick<DatabaseConfig, 'client'>,
  { layout }: Pick<Schema, 'layout'>,
): Promise<readonly unknown[]> {
  return program.sql(client === 'sqlite' ? 'pragma foreign_key_check' : danglingQuery(layout));
}

function danglingQuery({ tables }: Layout): string {
  return tables
    .flatMap(({ name: table, foreignKeys }) =>
      foreignKeys.map(
        ({ name, column, references }) =>
          `select '${name}' as broken from "${table}" where "${column}" is not null and "${column}" not in (select id from "${references}")`,
      ),
    )
    .join('\nunion all\n');
}
