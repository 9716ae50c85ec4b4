// Plays the recorded cases in process: the same requests, compared value for value with what Strapi answered.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from './support/app.ts';
import { ProjectCopy } from './support/project-copy.ts';
import { play, type RecordedCase } from './support/recorded-case.ts';
import { vendored } from './support/vendored-projects.ts';

/** Steps whose error may be told in other words. All of them: the JSON parser's, which change with Node. */
const OTHER_WORDS: Readonly<Record<string, readonly number[]>> = {
  'write/02-create-body-problems.json': [10],
  'write/08-update-problems.json': [7],
};

/** Exact cases only read: those on one database share a server. */
const shared = new Map<string, Promise<TestApp>>();
/** The others each have a new database. */
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

async function freshApp({ project, database, env }: RecordedCase): Promise<TestApp> {
  const copy = await made(copies, [project, env], () =>
    ProjectCopy.make({
      ...(project === undefined ? {} : { project }),
      ...(env === undefined ? {} : { env }),
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

async function wrongAnswers(file: string, recorded: RecordedCase): Promise<readonly string[]> {
  if (recorded.exact) return play(await sharedApp(recorded), recorded);
  await using app = await freshApp(recorded);
  return await play(app, recorded, OTHER_WORDS[file]);
}

afterAll(async () => {
  for (const app of shared.values()) await (await app).close();
  for (const copy of copies.values()) (await copy).remove();
});

const root = vendored('conformance', 'cases');

for (const area of readdirSync(root)) {
  describe(area, () => {
    for (const file of readdirSync(path.join(root, area))) {
      const recorded = JSON.parse(
        readFileSync(path.join(root, area, file), 'utf8'),
      ) as RecordedCase;
      test(`${file}: ${recorded.name}`, async () => {
        expect(await wrongAnswers(`${area}/${file}`, recorded)).toEqual([]);
      });
    }
  });
}
