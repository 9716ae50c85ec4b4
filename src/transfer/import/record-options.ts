// In charge of saying what imported rows were made for, drafts and locales: where the project has other options, the
// next start does for them what it does for options that were switched (docs/strapi/differences.md, D10).
import { createHash } from 'node:crypto';
import type { Dialect } from '../../storage/dialect.ts';
import { typeOptions } from '../../storage/quoin-tables.ts';
import type { RowStatements } from '../../storage/row-statements.ts';
import type { Writing } from '../../storage/session.ts';
import type { ArchivedOptions } from './schema-differences.ts';
import { SETTINGS } from './configuration-rows.ts';

/**
 * Records the options of an archive's types, in the place of what was recorded, and for all types that what Strapi
 * stored of its schemas is known.
 * @param options Of the types whose rows were imported, by uid
 */
export function* recordOptions(
  dialect: Dialect,
  statements: RowStatements,
  options: ReadonlyMap<string, ArchivedOptions>,
): Writing<void> {
  const { table, uid, drafts, locales, draftsKeptSince, servedLocale, strapiHash } = typeOptions;
  const hash = yield* storedHash(statements);
  yield* statements.delete(table, [{ column: uid, in: [...options.keys()] }]);
  const others = yield* statements.select(table, { columns: ['id'], where: [] });
  yield* statements.update(
    table,
    [strapiHash],
    others.map(([id]) => [Number(id), hash]),
  );
  yield* statements.insert(
    table,
    [uid, drafts, locales, draftsKeptSince, servedLocale, strapiHash],
    [...options].map(([name, each]) => [
      name,
      dialect.store('boolean', each.drafts),
      dialect.store('boolean', each.locales),
      null,
      null,
      hash,
    ]),
  );
}

/** Of what Strapi stored of its schemas; null: nothing. */
function* storedHash(statements: RowStatements): Writing<string | null> {
  const [setting] = yield* statements.select(SETTINGS, {
    columns: ['value'],
    where: [{ column: 'key', is: 'strapi_content_types_schema' }],
    order: ['id'],
  });
  const stored = setting?.[0];
  return typeof stored === 'string' ? createHash('sha256').update(stored).digest('hex') : null;
}
