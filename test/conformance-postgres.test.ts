// Plays the recorded cases on PostgreSQL: those that Strapi answered on it, and the others, whose databases are moved there.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ProjectCopy } from './support/project-copy.ts';
import { play, type RecordedCase } from './support/recorded-case.ts';
import { vendored } from './support/vendored-projects.ts';

/** Steps whose error may be told in other words: the JSON parser's change with Node. */
const OTHER_WORDS: Readonly<Record<string, readonly number[]>> = {
  'write/02-create-body-problems.json': [10],
  'write/08-update-problems.json': [7],
};

/** Databases with values that no column of PostgreSQL takes. */
const STRAY: ReadonlySet<string> = new Set(['fixtures/kitchen-foreign.db']);

/** Steps that the database decides differently (docs/postgres.md, "What is different"), by case. */
const DIFFERENT = JSON.parse(
  readFileSync(vendored('conformance', 'postgres-differences.json'), 'utf8'),
) as Readonly<Record<string, readonly number[]>>;

const copies = new Map<string, Promise<ProjectCopy>>();

function copyOf({ project, env }: RecordedCase): Promise<ProjectCopy> {
  const key = JSON.stringify([project, env]);
  const copy =
    copies.get(key) ??
    ProjectCopy.make({
      ...(project === undefined ? {} : { project }),
      ...(env === undefined ? {} : { env }),
    });
  copies.set(key, copy);
  return copy;
}

afterAll(async () => {
  for (const copy of copies.values()) (await copy).remove();
});

function casesIn(root: string, area: string): readonly (readonly [string, RecordedCase])[] {
  return readdirSync(path.join(root, area))
    .map((file): readonly [string, RecordedCase] => [
      file,
      JSON.parse(readFileSync(path.join(root, area, file), 'utf8')) as RecordedCase,
    ])
    .filter(([, { database = '' }]) => !STRAY.has(database));
}

/** What is played with every change; `POSTGRES_CASES=all` plays all areas, which takes minutes. */
const ALWAYS: ReadonlySet<string> = new Set(['storage-postgres', 'storage', 'smoke']);
const isPlayed = (area: string): boolean =>
  process.env['POSTGRES_CASES'] === 'all' || ALWAYS.has(area);

for (const folder of ['cases-postgres', 'cases']) {
  const root = vendored('conformance', folder);
  for (const area of readdirSync(root).filter(isPlayed)) {
    const cases = casesIn(root, area);
    if (cases.length === 0) continue;
    describe(area, () => {
      test.each(cases)('%s', async (file, recorded) => {
        const name = `${area}/${file}`;
        await using app = await (await copyOf(recorded)).openOnPostgres(recorded.database);
        const wrong = await play(app, recorded, OTHER_WORDS[name]);
        const steps = wrong.map((line) => Number(/^#(\d+)/.exec(line)?.[1]));
        const expected = DIFFERENT[name] ?? [];
        expect(wrong.filter((_, i) => !expected.includes(steps[i] ?? -1))).toEqual([]);
        expect(steps).toEqual(expected);
      });
    });
  }
}
