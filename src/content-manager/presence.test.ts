import { expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { Presence, PRESENCE_TIMEOUT, type PresentAdmin } from './presence.ts';

const ENTRY = { uid: 'api::article.article', documentId: 'a' };

function person(id: number): PresentAdmin {
  return { id, firstname: `Person ${id}`, lastname: null };
}

test('lists the others who have the entry open, until they close it', () => {
  const presence = new Presence(null);
  expect(presence.announce(person(1), ENTRY, true)).toEqual([]);
  expect(presence.announce(person(2), ENTRY, true)).toEqual([
    { id: 1, firstname: 'Person 1', lastname: null },
  ]);
  expect(presence.announce(person(3), { ...ENTRY, documentId: 'b' }, true)).toEqual([]);
  presence.announce(person(1), ENTRY, false);
  expect(presence.announce(person(2), ENTRY, true)).toEqual([]);
});

test('removes administrators without heartbeats', () => {
  let time = 1_000_000;
  const presence = new Presence(null, () => time);
  presence.announce(person(1), ENTRY, true);
  time += PRESENCE_TIMEOUT - 1;
  expect(presence.announce(person(2), ENTRY, true)).toHaveLength(1);
  time += 1;
  expect(presence.announce(person(2), ENTRY, true)).toEqual([]);
});

test('limits the open entries of an administrator', () => {
  const presence = new Presence(null);
  for (let index = 0; index <= 20; index += 1)
    presence.announce(person(1), { ...ENTRY, documentId: String(index) }, true);
  expect(presence.announce(person(2), { ...ENTRY, documentId: '0' }, true)).toEqual([]);
  expect(presence.announce(person(2), { ...ENTRY, documentId: '1' }, true)).toHaveLength(1);
});

test('workers share open entries', () => {
  const receivers: ((message: unknown) => void)[] = [];
  const join = (): Presence => {
    const index = receivers.length;
    return new Presence({
      broadcast(_, message: JsonObject) {
        for (const [at, receive] of receivers.entries()) if (at !== index) receive(message);
      },
      onBroadcast: (_, receive) => void receivers.push(receive),
    });
  };
  const [first, second] = [join(), join()];
  first.announce(person(1), ENTRY, true);
  expect(second.announce(person(2), ENTRY, true)).toHaveLength(1);
  expect(first.announce(person(1), ENTRY, true)).toHaveLength(1);
  for (const receive of receivers) for (const wrong of [null, {}, { admin: {} }]) receive(wrong);
});
