// Archives in both directions, with the real Strapi: each imports the exports of the other, into a database of the
// other kind, with the same responses. Run by `npm run test:strapi`.
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { addPicture, mediaReads, readBytes } from './media.ts';
import { runQuoin } from './quoin-program.ts';
import { makeQuoinToken } from './quoin-token.ts';
import { Results } from './results.ts';
import {
  dropSites,
  makeSite,
  readAll,
  withQuoin,
  withStrapi,
  write,
  type Replies,
  type Send,
  type Site,
} from './sites.ts';
import { makeStrapiToken, runStrapi } from './strapi-server.ts';

const results = new Results();

afterAll(async () => {
  await dropSites();
  results.print();
});

/** JSON values that Strapi itself cannot store on one database or the other (docs/strapi/differences.md, D5). */
const JSON_VALUES = ['plain text', 'two "words"', true, false, 5, [true, 'x'], { b: 1, a: null }];

async function fill(site: Site, send: Send, by: string): Promise<void> {
  await write(site, send, by);
  await addPicture(send, site, `${by} all`);
}

async function readEverything(send: Send): Promise<Replies> {
  const responses = await readAll(send, mediaReads);
  return new Map([...responses, ...(await readBytes(send, responses))]);
}

const KEY = 'open sesame';

describe.each([
  ['SQLite', 'PostgreSQL', null],
  ['PostgreSQL', 'SQLite', KEY],
] as const)('%s to %s', (from, to, key) => {
  const title = `${from} to ${to}${key === null ? '' : ', encrypted'}`;
  const keyed = key === null ? [] : ['--key', key];
  const ending = key === null ? '.tar.gz' : '.tar.gz.enc';

  test('Strapi imports what Quoin exported', async () => {
    const source = await makeSite(from);
    const ours = await withQuoin(source, async (store, sender) => {
      const send = sender(await makeQuoinToken(source.folder, store));
      await fill(source, send, 'Quoin');
      for (const aJson of JSON_VALUES) {
        const body = JSON.stringify({ data: { aString: 'json', aJson } });
        expect((await send({ method: 'POST', path: '/api/samples', body })).status).toBe(201);
      }
      return readEverything(send);
    });
    const target = await makeSite(to);
    const archive = path.join(target.folder, 'archive');
    await runQuoin(source, 'export', archive, ...keyed);
    const token = await makeStrapiToken(target.folder, target.database);
    const output = await runStrapi(target.folder, target.database, [
      'import',
      '--force',
      `--file=${archive}${ending}`,
      ...keyed,
    ]);
    expect(output).toContain('Import process has been completed successfully');
    // It reports neither schemas that differ nor dangling links.
    expect(output).not.toMatch(/does not exist on|different data type|[Ss]kipp/);
    const theirs = await withStrapi(target, (sender) => readEverything(sender(token)));
    results.expectSame([title, 'Quoin exported, Strapi imported'], [ours, theirs], {
      ids: false,
      acrossDatabases: true,
    });
  }, 600_000);

  test('Quoin imports what Strapi exported', async () => {
    const source = await makeSite(from);
    const token = await makeStrapiToken(source.folder, source.database);
    const theirs = await withStrapi(source, async (sender) => {
      await fill(source, sender(token), 'Strapi');
      return readEverything(sender(token));
    });
    const target = await makeSite(to);
    const archive = path.join(target.folder, 'archive');
    const encrypted = key === null ? ['--no-encrypt'] : keyed;
    await runStrapi(source.folder, source.database, ['export', '--file', archive, ...encrypted]);
    await runQuoin(target, 'import', archive + ending, '--force', ...keyed);
    const ours = await withQuoin(target, async (store, sender) =>
      readEverything(sender(await makeQuoinToken(target.folder, store))),
    );
    results.expectSame([title, 'Strapi exported, Quoin imported'], [theirs, ours], {
      acrossDatabases: true,
    });
  }, 600_000);
});
