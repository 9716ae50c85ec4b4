// The format of permissions in responses.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionNames, listActions, type ActionGroup } from './action-listing.ts';

const GROUPS: readonly ActionGroup[] = [
  {
    space: 'api::author',
    controllers: [
      { name: 'author', actions: ['find', 'findOne'] },
      { name: 'book', actions: ['find'] },
    ],
  },
  { space: 'plugin::email', controllers: [{ name: 'email', actions: ['send'] }] },
];

const NO = { enabled: false, policy: '' };
const YES = { enabled: true, policy: '' };

test('lists every action, granted or not', () => {
  expect(listActions(GROUPS, ['api::author.author.findOne'])).toEqual({
    'api::author': { controllers: { author: { find: NO, findOne: YES }, book: { find: NO } } },
    'plugin::email': { controllers: { email: { send: NO } } },
  });
});

test('appends granted actions that are unknown', () => {
  const listing = listActions(GROUPS, ['api::nope.nope.find', 'api::author.author.publish']);
  expect(Object.keys(listing)).toEqual(['api::author', 'plugin::email', 'api::nope']);
  expect(listing['api::nope']).toEqual({ controllers: { nope: { find: YES } } });
  expect(listing['api::author']?.controllers['author']).toEqual({
    find: NO,
    findOne: NO,
    publish: YES,
  });
});

test('lists the names of all actions', () => {
  expect(actionNames(GROUPS)).toEqual([
    'api::author.author.find',
    'api::author.author.findOne',
    'api::author.book.find',
    'plugin::email.email.send',
  ]);
});

test('lists all actions whatever their names, and changes no prototype', () => {
  const names = fc.constantFrom('', '__proto__', 'constructor', 'a', 'a.b', 'toString', '0');
  const action = fc.tuple(names, names, names).map((parts) => parts.join('.'));
  fc.assert(
    fc.property(fc.uniqueArray(action), (granted) => {
      const objectFrom = JSON.stringify(listActions(GROUPS, granted));
      const count = objectFrom.split('"enabled":true').length - 1;
      expect(count).toBe(new Set(granted.map(partsOf)).size);
      expect(Object.prototype).not.toHaveProperty('controllers');
    }),
  );
});

/** Space, controller and action: dots inside a controller belong to it. */
function partsOf(name: string): string {
  const parts = name.split('.');
  return JSON.stringify([parts[0], parts.slice(1, -1).join('.'), parts.at(-1)]);
}
