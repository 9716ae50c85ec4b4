// In charge of servers whose database tells of every commit, on SQLite as on PostgreSQL, for tests of what is kept.
import { attach } from '../../src/storage/attach.ts';
import { openTestApp, type TestApp, type TestAppOptions } from './app.ts';

/** Opens a server; whoever opens it closes it. */
export async function openAttachedApp(options: TestAppOptions): Promise<TestApp> {
  // Whether it is told is found out at the start.
  const first = await openTestApp(options);
  await attach(first.store.database, first.store.layout);
  const app = await openTestApp({ ...options, beside: first });
  const close = async (): Promise<void> => {
    await app.close();
    await first.close();
  };
  return { ...app, close, [Symbol.asyncDispose]: close };
}
