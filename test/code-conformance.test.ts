// Replays responses of Strapi with custom code of every kind: `projects/workshop`, whose code runs in this process.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTestApp } from './support/app.ts';
import { play, type RecordedCase } from './support/recorded-case.ts';
import { onClient } from './support/test-database.ts';
import { vendored } from './support/vendored-projects.ts';

/** Steps that differ because they were recorded on SQLite: the name of knex's client. */
const DIFFERENT: Readonly<Record<string, readonly number[]>> = onClient({
  sqlite: {},
  postgres: { '50-knex.json': [0] },
});

const root = vendored('conformance', 'cases-code');

describe('a project with code', () => {
  for (const file of readdirSync(root)) {
    const recorded = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as RecordedCase;
    test(`${file}: ${recorded.name}`, async () => {
      const env = { NODE_ENV: 'production' };
      await using app = await openTestApp({ project: recorded.project ?? 'workshop', env });
      const wrong = await play(app, recorded);
      const expected = DIFFERENT[file] ?? [];
      const steps = wrong.map((line) => Number(/^#(\d+)/.exec(line)?.[1]));
      expect(wrong.filter((_, index) => !expected.includes(steps[index] ?? -1))).toEqual([]);
      expect(steps).toEqual(expected);
    });
  }
});
