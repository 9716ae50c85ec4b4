// Two databases that differ only in what a caller may not see, and requests to both.
import type { TestResponse, TestApp, TestRequest } from '../support/app.ts';
import { changeDatabase } from '../support/app-database.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { RestoredServer } from '../support/restored-server.ts';
import { callersScript } from './callers.ts';

/** The two databases. */
export interface Worlds {
  readonly one: TestApp;
  readonly other: TestApp;
  /** Sends a request to both. */
  request(url: string, request: TestRequest): Promise<readonly [TestResponse, TestResponse]>;
}

export interface WorldOptions {
  /** Actions of the callers with lists. */
  readonly actions: readonly string[];
  /** SQL that both worlds have in common. */
  readonly common?: string;
  /** SQL that changes the second database. */
  readonly change: (app: TestApp) => string;
}

/** The servers of both worlds, which the tests of a project share. */
export class WorldServers {
  readonly #copy: ProjectCopy;
  readonly #servers: readonly [RestoredServer, RestoredServer];

  private constructor(copy: ProjectCopy, database: string) {
    this.#copy = copy;
    const make = (): RestoredServer => new RestoredServer(() => copy.open(database));
    this.#servers = [make(), make()];
  }

  /** @param database A database of `test/conformance` */
  static async make(project: string, database: string): Promise<WorldServers> {
    return new WorldServers(await ProjectCopy.make({ project }), database);
  }

  /** A server on the unchanged database of the fixture. */
  restored(): Promise<TestApp> {
    return this.#servers[0].restored();
  }

  /** Restores both databases, then changes them. */
  async worlds({ actions, common = '', change }: WorldOptions): Promise<Worlds> {
    const [one, other] = [await this.#servers[0].restored(), await this.#servers[1].restored()];
    for (const app of [one, other]) {
      await changeDatabase(app, callersScript(app, actions));
      await changeDatabase(app, common);
    }
    await changeDatabase(other, change(other));
    return {
      one,
      other,
      request: async (url, request) => [
        await one.request(url, request),
        await other.request(url, request),
      ],
    };
  }

  async close(): Promise<void> {
    for (const server of this.#servers) await server.close();
    this.#copy.remove();
  }
}
