import { expect, test } from 'vitest';
import { checkTemplates } from './email-templates.ts';

const template = (message: unknown, object: unknown = ''): object => ({
  reset_password: { options: { message, object } },
});

test.each([
  '',
  'Hello',
  '<%= URL %>?code=<%=TOKEN%>',
  '<%=  USER.email %> 50 % < 60 %>',
  'a $ {b}',
])('accepts the template %j', (message) => {
  expect(checkTemplates(template(message, message))).toEqual(template(message, message));
});

test.each([
  '<%= constructor %>',
  '<%= USER.password %>',
  '<%= USER["email"] %>',
  '<% URL %>',
  '<%# URL %>',
  '<%',
  '${URL}',
  '<%<%= URL %>',
  5,
  undefined,
])('rejects the template %j', (message) => {
  expect(() => checkTemplates(template(message))).toThrow('Invalid template');
  expect(() => checkTemplates(template('', message ?? null))).toThrow('Invalid template');
});

test.each([null, [], 'text', { a: null }, { a: {} }, { a: { options: [] } }])(
  'rejects %j, which has no templates',
  (templates) => {
    expect(() => checkTemplates(templates)).toThrow('Invalid template');
  },
);

test('rejects a long template without backtracking', () => {
  const long = '<%= URL'.repeat(100_000);
  expect(() => checkTemplates(template(long))).toThrow('Invalid template');
});
