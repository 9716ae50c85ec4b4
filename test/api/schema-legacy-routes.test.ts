// Changes by the legacy routes of the content-type builder, one content-type or component at a time, as recorded from
// Strapi 5.54.0 (test/conformance/builder-older-changes.json): responses, and the schema files afterwards.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openLiveServer } from '../support/live-server.ts';

interface RecordedChange {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  readonly answer: unknown;
  /** Afterwards: JSON of a file, names in a folder, or null if there is none. */
  readonly files?: Readonly<Record<string, unknown>>;
}

const file = new URL('../conformance/builder-older-changes.json', import.meta.url);
const changes = JSON.parse(readFileSync(file, 'utf8')) as readonly RecordedChange[];

test('writes the files that Strapi writes', async () => {
  await using server = await openLiveServer();
  for (const { method, path: url, body, status, answer, files = {} } of changes) {
    const step = `${method} ${url}`;
    expect([step, await server.admin(method, url, body)]).toEqual([step, { status, body: answer }]);
    const found = Object.keys(files).map((name) => [name, contentOf(server.folder, name)]);
    const expected = Object.entries(files).map(([name, json]) => [name, printed(json)]);
    expect([step, found]).toEqual([step, expected]);
  }
});

function contentOf(folder: string, name: string): unknown {
  const target = path.join(folder, name);
  if (!existsSync(target)) return null;
  return name.endsWith('.json') ? readFileSync(target, 'utf8') : readdirSync(target).toSorted();
}

/** The text of a schema file, in which the order of keys counts. */
function printed(json: unknown): unknown {
  return json === null || Array.isArray(json) ? json : `${JSON.stringify(json, null, 2)}\n`;
}
