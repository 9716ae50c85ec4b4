// Relations stored in a column, written from the side without the column: a row of a type without drafts is linked to
// one row of a document that has two.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { collectionType, schemaOf, writeFiles } from '../support/project-folder.ts';

const JAR = 'api::jar.jar';
const inColumn = (relation: string, inversedBy: string): object => ({
  type: 'relation',
  relation,
  target: JAR,
  useJoinTable: false,
  inversedBy,
});
const inverse = (relation: string, target: string, more: object): object => ({
  type: 'relation',
  relation,
  target,
  ...more,
});
const plain = (name: string, of: object): object => ({
  ...collectionType(name, of),
  options: { draftAndPublish: false },
});

const FILES = {
  [schemaOf('shelf')]: plain('shelf', {
    name: { type: 'string' },
    best: inColumn('oneToOne', 'bestOf'),
    spare: inColumn('manyToOne', 'spareOf'),
  }),
  [schemaOf('note')]: plain('note', {
    name: { type: 'string' },
    about: { type: 'relation', relation: 'morphToOne' },
  }),
  [schemaOf('jar')]: collectionType('jar', {
    name: { type: 'string' },
    bestOf: inverse('oneToOne', 'api::shelf.shelf', { mappedBy: 'best' }),
    spareOf: inverse('oneToMany', 'api::shelf.shelf', { mappedBy: 'spare' }),
    note: inverse('morphOne', 'api::note.note', { morphBy: 'about' }),
    notes: inverse('morphMany', 'api::note.note', { morphBy: 'about' }),
  }),
};

let folder: string;
let app: TestApp;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quoin-columns-'));
  writeFiles(folder, FILES);
  app = await openTestApp({ project: folder });
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Named {
  readonly documentId: string;
  readonly name: string;
}

async function send(method: 'POST' | 'PUT', url: string, data: object): Promise<Named> {
  const headers = { 'content-type': 'application/json' };
  const response = await app.request(`/api/${url}`, {
    method,
    headers,
    body: JSON.stringify({ data }),
  });
  expect([response.status, response.text]).toEqual([
    method === 'POST' ? 201 : 200,
    expect.anything(),
  ]);
  return response.json<{ data: Named }>().data;
}

describe.each([
  ['bestOf', 'shelfs', false],
  ['spareOf', 'shelfs', true],
  ['note', 'notes', false],
  ['notes', 'notes', true],
] as const)('%s', (side, type, isList) => {
  let jar: Named;
  let owner: Named;
  let other: Named;

  beforeEach(async () => {
    owner = await send('POST', type, { name: 'a' });
    other = await send('POST', type, { name: 'b' });
    jar = await send('POST', 'jars', { name: 'jar', [side]: [owner.documentId] });
  });

  const write = (value: unknown, status = 'published'): Promise<Named> =>
    send('PUT', `jars/${jar.documentId}?status=${status}`, { [side]: value });

  const linked = async (): Promise<readonly string[]> => {
    const response = await app.request(`/api/jars/${jar.documentId}?populate=${side}`);
    const found = response.json<{ data: Record<string, Named | readonly Named[] | null> }>();
    return [found.data[side] ?? []].flat().map(({ name }) => name);
  };

  test('a publishing write removes a published link', async () => {
    expect(await linked()).toEqual(['a']);
    for (const nothing of [null, [], { set: [] }, { disconnect: [owner.documentId] }]) {
      await write(nothing);
      expect(await linked()).toEqual([]);
      await write({ connect: [owner.documentId] });
      expect(await linked()).toEqual(['a']);
    }
    await write({ connect: [other.documentId], disconnect: [owner.documentId] });
    expect(await linked()).toEqual(['b']);
    await write([owner.documentId]);
    expect(await linked()).toEqual(['a']);
    await write({});
    expect(await linked()).toEqual(['a']);
  });

  test('connecting keeps existing links', async () => {
    await write({ connect: [other.documentId] });
    expect(await linked()).toEqual(isList ? ['a', 'b'] : ['b']);
  });

  test('a draft write removes no published links', async () => {
    for (const value of [[], null, { disconnect: [owner.documentId] }, [owner.documentId]]) {
      await write(value, 'draft');
      expect(await linked()).toEqual(['a']);
    }
    await send('PUT', `jars/${jar.documentId}`, { name: 'again' });
    expect(await linked()).toEqual(['a']);
  });
});
