// Changes by administrators in Quoin, read with the real Strapi on the same database, with the same sessions and
// tokens. Run by `npm run test:strapi`.
import { afterAll, describe, test } from 'vitest';
import {
  administrate,
  authorReads,
  bossReads,
  scriptReads,
  type Administration,
} from './journeys.ts';
import { Results } from './results.ts';
import { dropSites, makeSite, withQuoin, withStrapi, type Replies, type Send } from './sites.ts';

const results = new Results();

afterAll(async () => {
  await dropSites();
  results.print();
});

async function readAsAll(
  sender: (token: string) => Send,
  { superAdmin, author, script, ids }: Administration,
): Promise<Replies> {
  const responses: [string, Awaited<ReturnType<Send>>][] = [];
  for (const [who, token, reads] of [
    // First, so that both servers show its last use.
    ['script', script, scriptReads],
    ['super admin', superAdmin, bossReads(ids)],
    ['author', author, authorReads(ids)],
  ] as const) {
    for (const path of reads) responses.push([`${who}: ${path}`, await sender(token)({ path })]);
  }
  return new Map(responses);
}

describe.each(['SQLite', 'PostgreSQL'] as const)('%s', (kind) => {
  test('Strapi shows what administrators changed in Quoin', async () => {
    const site = await makeSite(kind);
    const { people, ours } = await withQuoin(site, async (_, sender) => {
      const made = await administrate(sender);
      return { people: made, ours: await readAsAll(sender, made) };
    });
    const theirs = await withStrapi(site, (sender) => readAsAll(sender, people));
    results.expectSame([kind, 'Quoin administrates, Strapi shows'], [ours, theirs]);
  }, 600_000);
});
