// Plays the recorded cases in process: the same requests, compared byte for value with what Strapi answered.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestRequest } from './support/app.ts';
import { judge, type Json, type RecordedAnswer, type RecordedStep } from './support/comparison.ts';
import { vendored } from './support/vendored-projects.ts';

interface RecordedCase {
  readonly name: string;
  readonly project?: string;
  readonly database?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly auth?: string;
  readonly steps: readonly RecordedStep[];
}

/** Cases only read: those on one database share a server. */
const apps = new Map<string, Promise<TestApp>>();

function appOf({ project, database, env }: RecordedCase): Promise<TestApp> {
  const key = JSON.stringify([project, database, env]);
  const app =
    apps.get(key) ??
    openTestApp({
      ...(project === undefined ? {} : { project }),
      ...(database === undefined ? {} : { database }),
      ...(env === undefined ? {} : { env }),
    });
  apps.set(key, app);
  return app;
}

afterAll(async () => {
  for (const app of apps.values()) await (await app).close();
});

const root = vendored('conformance', 'cases');

for (const area of readdirSync(root)) {
  describe(area, () => {
    for (const file of readdirSync(path.join(root, area))) {
      const recorded = JSON.parse(
        readFileSync(path.join(root, area, file), 'utf8'),
      ) as RecordedCase;
      test(`${file}: ${recorded.name}`, async () => {
        expect(await play(recorded)).toEqual([]);
      });
    }
  });
}

/** What is wrong with the answers, a line each. */
async function play(recorded: RecordedCase): Promise<readonly string[]> {
  const app = await appOf(recorded);
  const saved = new Map<string, string>();
  const wrong: string[] = [];
  for (const [index, step] of recorded.steps.entries()) {
    const url = fill(step.path, saved);
    const given = await answerOf(app, url, { step, auth: step.auth ?? recorded.auth ?? 'token' });
    const difference = judge(step, given);
    if (difference !== null) wrong.push(`#${index} ${step.method ?? 'GET'} ${url}: ${difference}`);
    for (const [name, pointer] of Object.entries(step.save ?? {})) {
      saved.set(name, String(at(given.body, pointer)));
    }
  }
  return wrong;
}

async function answerOf(
  app: TestApp,
  url: string,
  { step, auth }: { readonly step: RecordedStep; readonly auth: string },
): Promise<RecordedAnswer> {
  const { authorization, ...headers } = step.headers ?? {};
  const credentials = authorization ?? (auth === 'none' ? null : undefined);
  const answer = await app.request(url, {
    method: (step.method ?? 'GET') as NonNullable<TestRequest['method']>,
    headers,
    ...(credentials === undefined ? {} : { authorization: credentials }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  if (answer.text === '') return { status: answer.status, body: null };
  return { status: answer.status, body: isJson ? answer.json<Json>() : answer.text };
}

function fill(text: string, saved: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => saved.get(name) ?? all);
}

function at(body: Json, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], body);
}
