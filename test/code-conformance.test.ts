// Plays what Strapi answered with custom code of every kind: `projects/workshop`, whose code runs in this process.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTestApp } from './support/app.ts';
import { play, type RecordedCase } from './support/recorded-case.ts';
import { onClient } from './support/test-database.ts';
import { vendored } from './support/vendored-projects.ts';

/** Numbers of steps that are answered otherwise, by case. To shrink. */
const NOT_YET: Readonly<Record<string, readonly number[]>> = {
  // What was deleted is not in the event of its deletion.
  '51-store-and-events.json': [2],
};

/** Steps that the database decides: what knex calls its client. */
const DIFFERENT: typeof NOT_YET = onClient({
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
      const expected = [...(NOT_YET[file] ?? []), ...(DIFFERENT[file] ?? [])];
      const steps = wrong.map((line) => Number(/^#(\d+)/.exec(line)?.[1]));
      expect(wrong.filter((_, index) => !expected.includes(steps[index] ?? -1))).toEqual([]);
      expect(steps).toEqual(expected);
    });
  }
});
