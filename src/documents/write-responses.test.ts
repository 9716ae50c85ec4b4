// The response to a write: `fields` and `populate` change only the response (docs/strapi/differences.md, D6 a), which
// equals a read right after it. Strapi loses links if a publishing write has `fields`.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { linkKinds, linkKindsProject, representativeKinds } from '../../test/support/link-kinds.ts';
import { onClient } from '../../test/support/test-database.ts';
import { VersionProject } from '../../test/support/version-project.ts';

/** `versions/replace-rows.test.ts` plays all of them on either database. */
const KINDS = onClient({ sqlite: linkKinds, postgres: representativeKinds });

let project: VersionProject;

beforeAll(async () => {
  project = await VersionProject.open(linkKindsProject);
});

afterEach(() => project.assertWhole());

afterAll(() => project[Symbol.asyncDispose]());

/** Queries that select the response. */
const QUERIES = ['', 'fields=title', 'fields=title,createdAt&populate[items]=true', 'populate=*'];

describe('D6 (a): fields and populate of a publishing write change only its response', () => {
  test.each(KINDS)('$label', async (kind) => {
    const target = await project.published(kind.target, { title: 'target' });
    const source = await project.published(kind.source, { title: 's', ...kind.data([target]) });
    for (const query of QUERIES) {
      for (const [name, documentId, title] of [
        [kind.target, target, 'target'],
        [kind.source, source, 's'],
      ] as const) {
        const response = await project.update([name, documentId], { title }, query);
        expect(response).toEqual(await project.read(name, documentId, query));
        for (const status of ['draft', 'published']) {
          const entry = await project.read(
            kind.source,
            source,
            `${kind.populate}&status=${status}`,
          );
          expect([query, status, kind.read(entry)]).toEqual([query, status, ['target']]);
        }
      }
    }
  });

  test('the response of a write that links a document to itself contains the link', async () => {
    const { documentId } = await project.create('page', { title: 'self' });
    for (const query of ['fields=title', 'fields=title&populate[related][fields]=title']) {
      const response = await project.update(['page', documentId], { related: [documentId] }, query);
      expect(response).toEqual(await project.read('page', documentId, query));
      expect(await project.titles('page', [documentId, 'related'])).toEqual(['self']);
    }
  });

  test('also with links from rows without drafts', async () => {
    const documentId = await project.published('page', { title: 'p' });
    const links = { wayMany: [documentId], wayOne: documentId, card: { pages: [documentId] } };
    const plain = await project.published('plain', links);
    for (const query of QUERIES) {
      await project.update(['page', documentId], { title: 'p' }, query);
      const query2 = 'populate[wayMany]=true&populate[wayOne]=true&populate[card][populate]=*';
      expect(await project.read('plain', plain, query2)).toMatchObject({
        wayMany: [{ title: 'p' }],
        wayOne: { title: 'p' },
        card: { pages: [{ title: 'p' }] },
      });
    }
  });
});

describe('the response equals a read right after it', () => {
  test.each(['', 'populate=*', 'fields=title', 'populate[terms][fields]=title&fields=title'])(
    '%s',
    async (query) => {
      const late = await project.draft('term', { title: 'late' });
      const there = await project.published('term', { title: 'there' });
      const data = { title: 'p', terms: [late, there], wayMany: [there, late] };
      for (const status of ['draft', 'published']) {
        const requested = `status=${status}&${query}`;
        const made = await project.create('page', data, requested);
        const { documentId } = made;
        expect(made).toEqual(await project.read('page', documentId, requested));
        const changed = await project.update(['page', documentId], { terms: [there] }, requested);
        expect(changed).toEqual(await project.read('page', documentId, requested));
        if (status === 'draft') continue;
        const [published] = await project.act('publish', ['page', documentId], requested);
        expect(published).toEqual(await project.read('page', documentId, requested));
      }
    },
  );
});
