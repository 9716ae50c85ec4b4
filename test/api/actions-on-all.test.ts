// The actions on versions for all documents of a database that Strapi filled: after publishing, discarding,
// unpublishing and publishing again, readers see the content of the drafts with all links (docs/strapi/differences.md,
// D6 and D15).
import { expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { dataOf, type Entry } from '../support/drafts.ts';
import { findOrphans } from '../support/orphans.ts';

const ACTIONS = ['publish', 'discard-draft', 'unpublish', 'publish'];
const LOCALES = ['en', 'fr', 'de'];

/** What differs between the versions of a document: their rows and their times. */
const OF_A_VERSION = new Set(['id', 'publishedAt', 'updatedAt']);

test('actions work on every document of a database', async () => {
  await using app = await openTestApp({ database: 'fixtures/kitchen.db' });
  const documents = await allDocuments(app);
  expect(documents.length).toBeGreaterThan(50);
  for (const action of ACTIONS) {
    for (const document of documents) {
      const url = `${document}/actions/${action}?locale=*&populate=*`;
      const response = await app.request(url, { method: 'POST' });
      expect([url, response.status, response.status === 200 ? '' : response.text]).toEqual([
        url,
        200,
        '',
      ]);
    }
  }
  let compared = 0;
  for (const document of documents) {
    for (const locale of LOCALES) {
      const url = `${document}?populate=*&locale=${locale}`;
      const draft = await app.request(`${url}&status=draft`);
      const published = await app.request(url);
      expect([url, published.status]).toEqual([url, draft.status]);
      if (draft.status !== 200) continue;
      compared += 1;
      expect([url, valuesOf(dataOf(published))]).toEqual([url, valuesOf(dataOf(draft))]);
    }
  }
  expect(compared).toBeGreaterThanOrEqual(documents.length);
  expect(await orphansOf(app)).toEqual([]);
});

/** The paths of all documents with drafts. */
async function allDocuments(app: TestApp): Promise<readonly string[]> {
  const found = ['/api/homepage'];
  for (const plural of ['articles', 'categories']) {
    const query = 'status=draft&locale=*&fields=documentId&pagination[pageSize]=1000';
    const list = dataOf<readonly Entry[]>(await app.request(`/api/${plural}?${query}`));
    found.push(...list.map(({ documentId }) => `/api/${plural}/${documentId}`));
  }
  return [...new Set(found)];
}

/** Components have no life of their own: a copy is another one. */
function valuesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valuesOf);
  if (typeof value !== 'object' || value === null) return value;
  const isComponent = !('createdAt' in value);
  const kept = Object.entries(value).filter(
    ([key]) => !OF_A_VERSION.has(key) && !(isComponent && key === 'documentId'),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, valuesOf(inner)]));
}

function orphansOf({ project, store }: TestApp): Promise<readonly unknown[]> {
  return findOrphans(project.config.database, store);
}
