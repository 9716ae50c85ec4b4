// Replays responses of Strapi with custom code of every kind: `projects/workshop`, whose code runs in this process.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestApp } from './support/app.ts';
import { play, type RecordedCase } from './support/recorded-case.ts';
import { RestoredServer } from './support/restored-server.ts';
import { onClient } from './support/test-database.ts';
import { vendored } from './support/vendored-projects.ts';

/** Steps that differ because they were recorded on SQLite: the name of knex's client. */
const DIFFERENT: Readonly<Record<string, readonly number[]>> = onClient({
  sqlite: {},
  postgres: { '50-knex.json': [0] },
});

const root = vendored('conformance', 'cases-code');

/** By project. */
const servers = new Map<string, RestoredServer>();

function serverOf({ project = 'workshop' }: RecordedCase): RestoredServer {
  const env = { NODE_ENV: 'production' };
  const server = servers.get(project) ?? new RestoredServer(() => openTestApp({ project, env }));
  servers.set(project, server);
  return server;
}

afterAll(async () => {
  for (const server of servers.values()) await server.close();
});

function stepsOf(wrong: readonly string[]): readonly number[] {
  return wrong.map((line) => Number(/^#(\d+)/.exec(line)?.[1]));
}

describe('a project with code', () => {
  for (const file of readdirSync(root)) {
    const recorded = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as RecordedCase;
    test(`${file}: ${recorded.name}`, async () => {
      const server = serverOf(recorded);
      const expected = DIFFERENT[file] ?? [];
      let wrong = await play(await server.restored(), recorded);
      // What code of the project remembers from other cases may differ; a new server decides.
      if (JSON.stringify(stepsOf(wrong)) !== JSON.stringify(expected)) {
        wrong = await play(await server.fresh(), recorded);
      }
      const steps = stepsOf(wrong);
      expect(wrong.filter((_, index) => !expected.includes(steps[index] ?? -1))).toEqual([]);
      expect(steps).toEqual(expected);
    });
  }
});
