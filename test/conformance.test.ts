// Replays the recorded cases in process: the same requests, compared value by value with the responses of Strapi. Most
// were recorded on SQLite and are replayed on PostgreSQL as well; some were recorded on PostgreSQL.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isNode20 } from '../scripts/driver.mjs';
import { openTestApp, type TestApp } from './support/app.ts';
import { ProjectCopy } from './support/project-copy.ts';
import { play, type RecordedCase } from './support/recorded-case.ts';
import { RestoredServer } from './support/restored-server.ts';
import { hasSearchedId } from './support/searched-ids.ts';
import { onClient } from './support/test-database.ts';
import { vendored } from './support/vendored-projects.ts';

/** Numbers of steps, by case. */
type Steps = Readonly<Record<string, readonly number[]>>;

/** Steps whose response has a message of the JSON parser, which differs in Node 22. */
const PARSER_MESSAGES: Steps = isNode20
  ? {}
  : { 'auth/server-02-bodies.json': [2, 7], 'auth/server-04-bad-json-first.json': [0, 1, 2, 5] };

/** Steps whose error may have another message. All of them: the JSON parser's, which change with Node. */
const OTHER_WORDS: Steps = {
  'write/02-create-body-problems.json': [10],
  'write/08-update-problems.json': [7],
  ...PARSER_MESSAGES,
};

/** Steps that the database decides differently (docs/postgres.md, "Differences from SQLite"). */
const DIFFERENT: Steps = onClient({
  sqlite: {},
  postgres: JSON.parse(
    readFileSync(vendored('conformance', 'postgres-differences.json'), 'utf8'),
  ) as Steps,
});

/**
 * Steps whose recorded response has values that only Strapi knows, such as its working data in details of errors, or
 * follows from a step with a different response in Quoin.
 */
const UNREPEATABLE: Steps = {
  'admin/access-01-author.json': [20, 30],
  'admin/entries-01-create-and-find.json': [14],
};

/** How often a case is played whose searches find generated documentIds by chance. */
const ATTEMPTS = 3;

/** Areas whose cases send only statements that cases of other areas send too. */
const ONLY_ON_SQLITE = onClient({ sqlite: [], postgres: ['auth', 'auth-own'] });

/** Databases with values that no column takes. */
const STRAY = onClient({ sqlite: [], postgres: ['fixtures/kitchen-foreign.db'] });

/** Exact cases only read: those on one database share a server. */
const shared = new Map<string, Promise<TestApp>>();
/** The others share one as well, whose database is restored before each case. */
const restored = new Map<string, RestoredServer>();
/** A case that fails on a server that has run other cases is repeated on a new server. */
const copies = new Map<string, Promise<ProjectCopy>>();

function sharedApp({ project, database, env }: RecordedCase): Promise<TestApp> {
  return made(shared, [project, database, env], () =>
    openTestApp({
      ...(project === undefined ? {} : { project }),
      ...(database === undefined ? {} : { database }),
      ...(env === undefined ? {} : { env }),
    }),
  );
}

function restoredApp(recorded: RecordedCase): Promise<TestApp> {
  const { project, database, env } = recorded;
  const key = JSON.stringify([project, database, env]);
  const server = restored.get(key) ?? new RestoredServer(() => freshApp(recorded));
  restored.set(key, server);
  return server.restored();
}

async function freshApp({ project, database, env }: RecordedCase): Promise<TestApp> {
  const copy = await made(copies, [project, env], () =>
    ProjectCopy.make({
      ...(project === undefined ? {} : { project }),
      env: { NODE_ENV: 'production', ...env },
    }),
  );
  return copy.open(database);
}

/** What was made for the same circumstances before, or is made now. */
function made<T>(
  known: Map<string, Promise<T>>,
  circumstances: readonly unknown[],
  make: () => Promise<T>,
): Promise<T> {
  const key = JSON.stringify(circumstances);
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

async function unexpectedResponses(
  file: string,
  recorded: RecordedCase,
): Promise<readonly string[]> {
  if (recorded.exact) return play(await sharedApp(recorded), recorded);
  const again = await play(await restoredApp(recorded), recorded, OTHER_WORDS[file]);
  if (isExpected(file, again)) return again;
  for (let attempt = 1; ; attempt++) {
    await using app = await freshApp(recorded);
    const wrong = await play(app, recorded, OTHER_WORDS[file]);
    if (isExpected(file, wrong) || attempt === ATTEMPTS) return wrong;
    if (!(await hasSearchedId(app, recorded))) return wrong;
  }
}

function isExpected(file: string, wrong: readonly string[]): boolean {
  return JSON.stringify(wrong.map(stepOf)) === JSON.stringify(expectedOf(file));
}

function expectedOf(file: string): readonly number[] {
  return [...(UNREPEATABLE[file] ?? []), ...(DIFFERENT[file] ?? [])];
}

/** The number of the step that a line of `play` is about. */
function stepOf(line: string): number {
  return Number(/^#(\d+)/.exec(line)?.[1]);
}

afterAll(async () => {
  for (const app of shared.values()) await (await app).close();
  for (const server of restored.values()) await server.close();
  for (const copy of copies.values()) (await copy).remove();
});

for (const folder of onClient({ sqlite: ['cases'], postgres: ['cases', 'cases-postgres'] })) {
  const root = vendored('conformance', folder);
  for (const area of readdirSync(root)) {
    if (ONLY_ON_SQLITE.includes(area)) continue;
    describe(area, () => {
      for (const file of readdirSync(path.join(root, area))) {
        const text = readFileSync(path.join(root, area, file), 'utf8');
        const recorded = JSON.parse(text) as RecordedCase;
        if (STRAY.includes(recorded.database ?? '')) continue;
        test(`${file}: ${recorded.name}`, async () => {
          const name = `${area}/${file}`;
          const wrong = await unexpectedResponses(name, recorded);
          const expected = expectedOf(name);
          expect(wrong.filter((line) => !expected.includes(stepOf(line)))).toEqual([]);
          expect(wrong.map(stepOf)).toEqual(expected);
        });
      }
    });
  }
}
