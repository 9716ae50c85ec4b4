// Two databases that differ only in what a caller may not see, and requests to both.
import type { TestResponse, TestApp, TestRequest } from '../support/app.ts';
import { changeDatabase } from '../support/app-database.ts';
import type { ProjectCopy } from '../support/project-copy.ts';
import { callersScript } from './callers.ts';

/** One world and the other. */
export interface Worlds extends AsyncDisposable {
  readonly one: TestApp;
  readonly other: TestApp;
  /** Sends a request to both. */
  request(url: string, request: TestRequest): Promise<readonly [TestResponse, TestResponse]>;
}

export interface WorldOptions {
  /** A database of `test/conformance`. */
  readonly database: string;
  /** What the callers with lists may do. */
  readonly actions: readonly string[];
  /** SQL that both worlds have in common. */
  readonly common?: string;
  /** SQL that makes the other world another one. */
  readonly change: (app: TestApp) => string;
}

/** Opens both. */
export async function openWorlds(project: ProjectCopy, options: WorldOptions): Promise<Worlds> {
  const one = await project.open(options.database);
  const other = await project.open(options.database);
  for (const app of [one, other]) {
    await changeDatabase(app, callersScript(app, options.actions));
    await changeDatabase(app, options.common ?? '');
  }
  await changeDatabase(other, options.change(other));
  return {
    one,
    other,
    request: async (url, request) => [
      await one.request(url, request),
      await other.request(url, request),
    ],
    async [Symbol.asyncDispose]() {
      await one.close();
      await other.close();
    },
  };
}
