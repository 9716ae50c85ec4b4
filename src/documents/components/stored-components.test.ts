// Components that another program nested in themselves: every operation on their document ends, and omits the cycle.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localesProject } from '../../../test/support/locales-project.ts';
import { VersionProject } from '../../../test/support/version-project.ts';

let project: VersionProject;

beforeAll(async () => {
  project = await VersionProject.open(localesProject);
});

afterAll(() => project[Symbol.asyncDispose]());

const deck = (text: string): object => ({ __component: 'parts.deck', cards: [{ text }] });

/** SQL that replaces the card of a deck by a deck. */
const CIRCLES = {
  'to itself':
    "update components_parts_decks_cmps set component_type = 'parts.deck', cmp_id = entity_id",
  'to each other': `update components_parts_decks_cmps set component_type = 'parts.deck', cmp_id =
    (select o.entity_id from components_parts_decks_cmps o where o.entity_id <> components_parts_decks_cmps.entity_id)`,
};

async function countDecks(): Promise<unknown> {
  const [row] = await project.rows('select count(*) as decks from components_parts_decks');
  return Number(row?.['decks']);
}

async function make(circle: string): Promise<string> {
  const data = { title: 'one', zone: [deck('a'), deck('b')] };
  const documentId = await project.draft('story', data);
  await project.rows(circle);
  return documentId;
}

describe.each(Object.entries(CIRCLES))('decks that contain a reference %s', (_, circle) => {
  test('are all removed by a delete', async () => {
    await project.delete('story', await make(circle));
    expect(await countDecks()).toBe(0);
  });

  test('are all removed by a write without them', async () => {
    const documentId = await make(circle);
    await project.update(['story', documentId], { zone: [] }, 'status=draft');
    expect(await countDecks()).toBe(0);
    await project.delete('story', documentId);
  });

  test('are shared by other locales', async () => {
    const documentId = await make(circle);
    await project.update(['story', documentId], { title: 'eins' }, 'status=draft&locale=de');
    const zone = [{ __component: 'parts.card', text: 'c' }];
    await project.update(['story', documentId], { zone }, 'status=draft&locale=de');
    expect(await countDecks()).toBe(0);
    await project.delete('story', documentId, 'locale=*');
  });
});

test('a published entry contains them once, without the circular reference', async () => {
  const documentId = await make(CIRCLES['to itself']);
  for (const action of ['publish', 'publish', 'discardDraft'] as const) {
    await project.act(action, ['story', documentId]);
  }
  const published = await project.read('story', documentId, 'populate[zone][populate]=*');
  expect(published?.['zone']).toMatchObject([{ cards: [] }, { cards: [] }]);
  await project.delete('story', documentId);
  expect(await countDecks()).toBe(0);
});
