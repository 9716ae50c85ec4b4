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

/** The first case of those that read and write content. The others do not depend on the database. */
const FIRST = onClient({ sqlite: '01', postgres: '24-find-with-more.json' });

/** Cases between them about routes and requests. */
const REQUESTS = ['30-router-only.json', '31-gate-changes-query.json', '32-refused-by-code.json'];

const root = vendored('conformance', 'cases-code');

function isPlayed(file: string): boolean {
  return file >= FIRST && !onClient({ sqlite: [], postgres: REQUESTS }).includes(file);
}

describe('a project with code', () => {
  for (const file of readdirSync(root).filter(isPlayed)) {
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
