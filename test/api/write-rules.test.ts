// Settings that affect the rules of a write: `api.documents.strictRelations`, and attributes that are visible under
// conditions.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { collectionType, schemaOf, writeFiles } from '../support/project-folder.ts';

const owner = { type: 'relation', relation: 'oneToOne', target: 'api::owner.owner' };
const conditions = { visible: { '==': [{ var: 'kind' }, 'open'] } };
const attributes = {
  kind: { type: 'string' },
  owner: { ...owner, required: true },
  others: { ...owner, relation: 'oneToMany', required: true },
  note: { type: 'string', required: true, minLength: 3, conditions },
};
const plain = (name: string, of: object): object => ({
  ...collectionType(name, of),
  options: { draftAndPublish: false },
});

const FILES = {
  [schemaOf('owner')]: plain('owner', { name: { type: 'string' } }),
  [schemaOf('house')]: plain('house', attributes),
  [schemaOf('ship')]: collectionType('ship', attributes),
};

let folder: string;
let strict: TestApp;
let lenient: TestApp;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quoin-rules-'));
  writeFiles(folder, FILES);
  lenient = await openTestApp({ project: folder });
  writeFiles(folder, { 'config/api.json': { documents: { strictRelations: true } } });
  strict = await openTestApp({ project: folder });
});

afterAll(async () => {
  await strict.close();
  await lenient.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The status, and the path and value of each error. */
async function send(app: TestApp, url: string, data: object): Promise<readonly unknown[]> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ data });
  const response = await app.request(`/api/${url}`, { method: 'POST', headers, body });
  const { error } = response.json<{ error?: { details?: { errors?: readonly Mistake[] } } }>();
  const mistakes = error?.details?.errors ?? [];
  return [response.status, ...mistakes.map(({ path: at, value }) => [at.join('.'), value])];
}

interface Mistake {
  readonly path: readonly string[];
  readonly value?: unknown;
}

describe('required relations', () => {
  test('are checked if the project enables it', async () => {
    expect(await send(lenient, 'houses', {})).toEqual([201]);
    expect(await send(strict, 'houses', {})).toEqual([
      400,
      ['owner', undefined],
      ['others', undefined],
    ]);
    expect(await send(strict, 'owners', { name: 'o' })).toEqual([201]);
    expect(await send(strict, 'houses', { owner: 1, others: [1] })).toEqual([201]);
  });

  test('are checked in the draft when it is published', async () => {
    expect(await send(strict, 'ships?status=draft', {})).toEqual([201]);
    expect(await send(strict, 'ships', { owner: 1 })).toEqual([400, ['others', { set: [] }]]);
    expect(await send(strict, 'ships', {})).toEqual([
      400,
      ['owner', null],
      ['others', { set: [] }],
    ]);
  });
});

test('rules of an attribute apply only while it is visible', async () => {
  expect(await send(lenient, 'houses', { kind: 'shut', note: 'a' })).toEqual([201]);
  expect(await send(lenient, 'houses', { kind: 'open', note: 'a' })).toEqual([400, ['note', 'a']]);
  expect(await send(lenient, 'houses', { kind: 'open' })).toEqual([400, ['note', undefined]]);
});
