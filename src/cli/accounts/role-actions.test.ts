// Names of actions on the command line.
import { expect, test } from 'vitest';
import { resolveActions } from './role-actions.ts';

const KNOWN = [
  'api::article.article.find',
  'api::article.article.findOne',
  'api::blog.article.find',
  'api::author.author.find',
  'plugin::users-permissions.user.find',
  'plugin::users-permissions.user.me',
];

test.each([
  [['api::author.author.find'], ['api::author.author.find']],
  [['author.find'], ['api::author.author.find']],
  [['author.author.find', 'author.find'], ['api::author.author.find']],
  [['user.me'], ['plugin::users-permissions.user.me']],
  [['users-permissions.user.me'], ['plugin::users-permissions.user.me']],
  [['api::article.article.*'], ['api::article.article.find', 'api::article.article.findOne']],
  [['user.*'], ['plugin::users-permissions.user.find', 'plugin::users-permissions.user.me']],
  [[], []],
])('%j: %j', (names, actions) => {
  expect(resolveActions(names, KNOWN)).toEqual(actions);
});

test('reports every unknown action with a suggestion', () => {
  expect(() =>
    resolveActions(['author.fnid', 'user.me', 'x.y', 'api::author.author.fin'], KNOWN),
  ).toThrow(
    [
      'There is no action "author.fnid". Did you mean "author.find"?',
      'There is no action "x.y".',
      'There is no action "api::author.author.fin". Did you mean "api::author.author.find"?',
      'List all actions with: quoin role actions',
    ].join('\n'),
  );
});

test('rejects an ambiguous name', () => {
  expect(() => resolveActions(['article.find'], KNOWN)).toThrow(
    '"article.find" is ambiguous: api::article.article.find or api::blog.article.find. Use the full name.',
  );
});
