// Servers whose database notifies every commit, on SQLite as on PostgreSQL, for tests of caches.
import { attach } from '../../src/storage/migration/attach.ts';
import { openTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { changeDatabase } from './app-database.ts';
import { eventually } from './eventually.ts';
import { sqlMoment } from './test-database.ts';

/** Opens a server that has received all earlier commits; the caller closes it. */
export async function openAttachedApp(options: TestAppOptions): Promise<TestApp> {
  const first = await openTestApp(options);
  if (!(await attach(first.store.database, first.store.layout))) {
    // On SQLite, a second server on the file would truncate its log when idle, which counts as a change.
    await noteUseOfTokens(first);
    return first;
  }
  // Startup detects whether the database sends notifications.
  const app = await openTestApp({ ...options, beside: first });
  await noteUseOfTokens(app);
  const close = async (): Promise<void> => {
    await app.close();
    await first.close();
  };
  return { ...app, close, [Symbol.asyncDispose]: close };
}

/** Otherwise the first use of a token would be recorded during the test, which invalidates the caller cache. */
async function noteUseOfTokens(app: TestApp): Promise<void> {
  const { database } = app.store;
  await eventually(() => database.version() === database.version());
  const before = database.version();
  await changeDatabase(app, `update strapi_api_tokens set last_used_at = ${sqlMoment(Date.now())}`);
  await eventually(() => database.version() !== before);
}
