// Entity tags of entries: they change with everything that is stored of an entry, and with nothing else.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { call, registerAdmin, type AdminCall } from '../support/admin.ts';
import { collectionType, schemaOf, writeFiles } from '../support/project-folder.ts';
import { onClient } from '../support/test-database.ts';
import { NOTE, PICTURE, upload, type UploadedFile } from '../support/uploads.ts';

const ARTICLES = '/content-manager/collection-types/api::article.article';

let app: TestApp;
let token: string;
let files: readonly number[];

beforeAll(async () => {
  app = await openTestApp();
  token = await registerAdmin(app);
  const uploaded = await upload(app, [NOTE, PICTURE]);
  files = uploaded.json<readonly UploadedFile[]>().map(({ id }) => id);
});
afterAll(() => app.close());

async function send(url: string, options: AdminCall = {}): Promise<TestResponse> {
  const response = await call(app, url, { token, ...options });
  expect(response.status, response.text).toBeLessThan(300);
  return response;
}

interface Stored {
  readonly id: number;
  readonly documentId: string;
  readonly tag: string;
}

function storedIn(response: TestResponse): Stored {
  const { data } = response.json<{ data: { id: number; documentId: string } }>();
  return { ...data, tag: String(response.headers['etag']) };
}

async function create(type: string, body: JsonObject): Promise<Stored> {
  return storedIn(
    await send(`/content-manager/collection-types/${type}`, { method: 'POST', body }),
  );
}

async function tagOf({ documentId }: Stored, query: string = ''): Promise<string> {
  const { headers } = await send(`${ARTICLES}/${documentId}${query}`);
  expect(headers['etag']).toMatch(/^"[\w-]{22}"$/);
  return String(headers['etag']);
}

const FAQ = [{ question: 'a', answer: 'b' }];

describe('the tag of an entry', () => {
  let other: Stored;
  let second: Stored;
  let labels: readonly string[];
  let author: string;

  beforeAll(async () => {
    other = await create('api::article.article', { title: 'other' });
    second = await create('api::article.article', { title: 'second' });
    const tags = [
      await create('api::tag.tag', { name: 'x' }),
      await create('api::tag.tag', { name: 'y' }),
    ];
    labels = tags.map(({ documentId }) => documentId);
    author = (await create('api::author.author', { name: 'Ann' })).documentId;
  });

  test('equals that of the write, and does not change by itself', async () => {
    const entry = await create('api::article.article', { title: 'quiet', faq: FAQ });
    expect(await tagOf(entry)).toBe(entry.tag);
    await create('api::article.article', { title: 'loud' });
    expect(await tagOf(entry)).toBe(entry.tag);
  });

  test.each<[string, () => JsonObject]>([
    ['a text', () => ({ summary: 'new' })],
    ['a text with the same beginning', () => ({ title: 'before ' })],
    ['a number', () => ({ views: 7 })],
    // PostgreSQL stores two decimal places.
    [
      'a decimal in its last digit',
      () => ({ rating: onClient({ sqlite: 0.1234567890123457, postgres: 0.13 }) }),
    ],
    ['a boolean', () => ({ featured: true })],
    ['a date', () => ({ releasedOn: '2026-01-01' })],
    ['JSON', () => ({ metadata: { a: [1] } })],
    [
      'blocks',
      () => ({ content: [{ type: 'paragraph', children: [{ type: 'text', text: 'x' }] }] }),
    ],
    ['a private attribute', () => ({ internalNote: 'hidden' })],
    ['a file', () => ({ cover: files[1] ?? 0 })],
    ['files', () => ({ gallery: [...files] })],
    ['a relation to one', () => ({ author: { set: [{ documentId: author }] } })],
    ['a relation to several', () => ({ tags: { connect: [{ documentId: labels[1] ?? '' }] } })],
    [
      'a relation that is removed',
      () => ({ tags: { disconnect: [{ documentId: labels[0] ?? '' }] } }),
    ],
    [
      'a relation to its own type',
      () => ({ related: { set: [{ documentId: second.documentId }] } }),
    ],
    ['a component', () => ({ seo: { metaTitle: 'new' } })],
    ['a component in a component', () => ({ seo: { metaTitle: 'seo', links: [{ label: 'l' }] } })],
    ['a component that is removed', () => ({ seo: null })],
    ['the items of a list', () => ({ faq: [...FAQ, ...FAQ] })],
    ['a dynamic zone', () => ({ sections: [{ __component: 'sections.quote', text: 'new' }] })],
  ])('changes with %s', async (_, change) => {
    const entry = await create('api::article.article', {
      title: 'before',
      rating: 0.1234567890123456,
      seo: { metaTitle: 'seo' },
      faq: FAQ,
      sections: [{ __component: 'sections.quote', text: 'old' }],
      tags: { connect: [{ documentId: labels[0] ?? '' }] },
      related: { connect: [{ documentId: other.documentId }] },
    });
    const before = await timeless(entry);
    await send(`${ARTICLES}/${entry.documentId}`, { method: 'PUT', body: change() });
    expect(await timeless(entry)).not.toBe(before);
  });

  /** The tag without the time of the last write, which changes as well. */
  async function timeless(entry: Stored): Promise<string> {
    const program = await app.other();
    await program.script(`UPDATE articles SET updated_at = NULL WHERE id = ${entry.id}`);
    return tagOf(entry);
  }

  test('changes with the order of a relation', async () => {
    const entry = await create('api::article.article', {
      title: 'ordered',
      tags: { connect: labels.map((documentId) => ({ documentId })) },
    });
    const before = await timeless(entry);
    const documentId = labels[1] ?? '';
    const body = { tags: { connect: [{ documentId, position: { start: true } }] } };
    await send(`${ARTICLES}/${entry.documentId}`, { method: 'PUT', body });
    expect(await timeless(entry)).not.toBe(before);
  });

  test('changes with a link set from the inverse side', async () => {
    const entry = await create('api::article.article', { title: 'linked' });
    const body = { articles: { connect: [{ documentId: entry.documentId }] } };
    await send(`/content-manager/collection-types/api::author.author/${author}`, {
      method: 'PUT',
      body,
    });
    expect(await tagOf(entry)).not.toBe(entry.tag);
  });

  test.each([
    ['its row', (id: number) => `UPDATE articles SET summary = 'x' WHERE id = ${id}`],
    [
      'a row of a component',
      (id: number) =>
        `UPDATE components_shared_seos SET meta_title = 'x' WHERE id IN (SELECT cmp_id FROM articles_cmps WHERE entity_id = ${id})`,
    ],
    [
      'a component inside a component',
      (id: number) =>
        `UPDATE components_shared_links SET label = 'x' WHERE id IN (SELECT cmp_id FROM components_shared_seos_cmps WHERE entity_id IN (SELECT cmp_id FROM articles_cmps WHERE entity_id = ${id} AND component_type = 'shared.seo'))`,
    ],
    ['a link', (id: number) => `DELETE FROM articles_tags_lnk WHERE article_id = ${id}`],
    ['a file', (id: number) => `DELETE FROM files_related_mph WHERE related_id = ${id}`],
  ])('changes if another program writes to %s', async (_, script) => {
    const entry = await create('api::article.article', {
      title: 'foreign',
      cover: files[1] ?? 0,
      tags: { connect: labels.map((documentId) => ({ documentId })) },
      seo: { metaTitle: 'seo', links: [{ label: 'l' }] },
    });
    const other = await app.other();
    await other.script(script(entry.id));
    expect(await tagOf(entry)).not.toBe(entry.tag);
  });

  test('changes if a component moves from one component to another', async () => {
    const part = (question: string): JsonObject => ({
      __component: 'sections.faq',
      heading: 'h',
      questions: [{ question, answer: 'b' }],
    });
    const entry = await create('api::article.article', {
      title: 'moved',
      sections: [part('first'), part('second')],
    });
    const slots = `SELECT cmp_id FROM articles_cmps WHERE entity_id = ${entry.id} AND component_type = 'sections.faq'`;
    const program = await app.other();
    // Each of the two lists gets the question of the other.
    await program.script(
      `UPDATE components_sections_faqs_cmps SET entity_id = (SELECT sum(cmp_id) FROM (${slots}) AS both_lists) - entity_id
        WHERE entity_id IN (${slots})`,
    );
    expect(await tagOf(entry)).not.toBe(entry.tag);
  });

  test('does not depend on the selected fields', async () => {
    const entry = await create('api::article.article', { title: 'selected', faq: FAQ });
    for (const query of [
      '?fields[0]=title',
      '?populate=*',
      '?populate[author]=true',
      '?status=draft',
    ]) {
      expect(await tagOf(entry, query), query).toBe(entry.tag);
    }
  });

  test('differs by version and locale', async () => {
    const locale = { code: 'fr', name: 'French', isDefault: false };
    await send('/i18n/locales', { method: 'POST', body: locale });
    const entry = await create('api::article.article', { title: 'versions' });
    const url = `${ARTICLES}/${entry.documentId}`;
    await send(`${url}?locale=fr`, { method: 'PUT', body: { title: 'version' } });
    await send(`${url}/actions/publish`, { method: 'POST', body: {} });
    const tags = [
      await tagOf(entry),
      await tagOf(entry, '?status=published'),
      await tagOf(entry, '?locale=fr'),
    ];
    expect(new Set(tags).size).toBe(3);
  });
});

describe('the tag of an entry with components that contain themselves', () => {
  let folder: string;
  let forest: TestApp;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'quoin-tags-'));
    const branch = { type: 'component', component: 'tree.branch', repeatable: true };
    writeFiles(folder, {
      [schemaOf('tree')]: collectionType('tree', { branches: branch }),
      'src/components/tree/branch.json': {
        collectionName: 'components_tree_branches',
        info: { displayName: 'Branch' },
        attributes: { name: { type: 'string' }, branches: branch },
      },
    });
    forest = await openTestApp({ project: folder });
  });
  afterAll(async () => {
    await forest.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('changes with a component on each level', async () => {
    const admin = await registerAdmin(forest);
    const branchOf = (level: number): JsonObject => ({
      name: `level ${level}`,
      branches: level === 4 ? [] : [branchOf(level + 1), { name: 'leaf' }],
    });
    const trees = '/content-manager/collection-types/api::tree.tree';
    const body = { branches: [branchOf(1)] };
    const created = await call(forest, trees, { method: 'POST', body, token: admin });
    expect(created.status, created.text).toBe(201);
    const { documentId } = created.json<{ data: { documentId: string } }>().data;
    const read = async (): Promise<string> => {
      const { headers } = await call(forest, `${trees}/${documentId}`, { token: admin });
      return String(headers['etag']);
    };
    const tags = [await read()];
    expect(await read()).toBe(tags[0]);
    const program = await forest.other();
    for (const level of [1, 2, 3, 4]) {
      await program.script(
        `UPDATE components_tree_branches SET name = 'changed' WHERE name = 'level ${level}'`,
      );
      tags.push(await read());
    }
    expect(new Set(tags).size).toBe(5);
  });
});
