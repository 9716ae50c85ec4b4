// Records the drafts and locales options of imported rows: if the project has other options, the next start treats
// them as changed (docs/strapi/differences.md, D10).
import { createHash } from 'node:crypto';
import type { Dialect } from '../../storage/dialect.ts';
import { typeOptions } from '../../storage/layout/quoin-tables.ts';
import type { RowStatements } from '../../storage/statements/row-statements.ts';
import type { WriteSteps } from '../../storage/session.ts';
import type { ArchivedOptions } from './schema-differences.ts';
import { SETTINGS } from './configuration-rows.ts';

/**
 * Replaces the recorded options with those of an archive's types, and marks what Strapi stored of its schemas as
 * known.
 * @param options Options of the imported types by uid
 */
export function* recordOptions(
  dialect: Dialect,
  statements: RowStatements,
  options: ReadonlyMap<string, ArchivedOptions>,
): WriteSteps<void> {
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

/** Hash of the schemas that Strapi stored, or null. */
function* storedHash(statements: RowStatements): WriteSteps<string | null> {
  const [setting] = yield* statements.select(SETTINGS, {
    columns: ['value'],
    where: [{ column: 'key', is: 'strapi_content_types_schema' }],
    order: ['id'],
  });
  const stored = setting?.[0];
  return typeof stored === 'string' ? createHash('sha256').update(stored).digest('hex') : null;
}
