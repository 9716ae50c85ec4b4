// An export is a snapshot: it contains no concurrent writes.
import { withInteraction } from '../../storage/interactive-database.ts';
import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/support/app.ts';
import { entriesOf, exportOf, linesOf } from '../../../test/support/exported.ts';
import { changedDatabase } from '../../../test/support/changed-database.ts';
import { onClient } from '../../../test/support/test-database.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps } from '../../storage/session.ts';

test('an export does not contain concurrent writes', async () => {
  await using app = await openTestApp({ database: 'fixtures/kitchen-seeded.db' });
  const { store, project } = app;
  using before = await exportOf(app);
  const other = await app.other();
  const written: Promise<void>[] = [];
  const write = (stage: string): void => {
    // At this point rows have been read, links and settings have not.
    if (stage === 'links') {
      const tables = ['articles', 'articles_tags_lnk', 'strapi_core_store_settings'];
      written.push(other.script(tables.map((table) => `delete from ${table};`).join('')));
    }
  };
  const database = paused(store.database, () => written.length > 0);
  using during = await exportOf(
    { project, store: { ...store, database: withInteraction(database) } },
    { begin: write },
  );
  expect(written.length).toBe(1);
  await Promise.all(written);
  const [one, two] = [await entriesOf(before.file), await entriesOf(during.file)];
  for (const stage of ['entities', 'links', 'configuration'] as const) {
    expect(linesOf(two, stage)).toEqual(linesOf(one, stage));
  }
  using after = await exportOf(app);
  expect(after.report.links).toBeLessThan(during.report.links);
});

/** A database whose reads pause once, so that others can write; on SQLite they write at once. */
function paused(database: Database, isDue: () => boolean): Database {
  return changedDatabase(database, {
    read: (steps) => database.read(withPause(steps, isDue)),
  });
}

const PAUSE = onClient({ sqlite: 'select 1', postgres: 'select pg_sleep(0.5)' });

function* withPause<T>(steps: ReadSteps<T>, isDue: () => boolean): ReadSteps<T> {
  let hasPaused = false;
  let step = steps.next();
  while (!step.done) {
    if (!hasPaused && isDue()) {
      hasPaused = true;
      yield [{ sql: PAUSE, values: [] }];
    }
    step = steps.next(yield step.value);
  }
  return step.value;
}
