import { expect, test } from 'vitest';
import { checkTemplates } from './email-template-form.ts';

const template = (message: unknown, object: unknown = ''): object => ({
  reset_password: { options: { message, object } },
});

test.each([
  '',
  'Hello',
  '<%= URL %>?code=<%=TOKEN%>',
  '<%=  USER.email %> 50 % < 60 %>',
  'a $ {b}',
  undefined,
  // As in Strapi, placeholders that are not closed are text.
  '<%',
  'a <% b',
  'a %> b',
  '<% x %',
  '<%>',
  '<%= <%= URL %>',
])('accepts the template %j', (message) => {
  expect(checkTemplates(template(message, message))).toEqual(template(message, message));
});

// Strapi does not check subjects; placeholders with other names are not replaced.
test.each(['Hi ${x}', '<% bad %>', '<%= nope %>'])('accepts the subject %j', (subject) => {
  const templates = { reset_password: { options: { object: subject } } };
  expect(checkTemplates(templates)).toEqual(templates);
});

test.each([
  '<%= constructor %>',
  '<%= USER.password %>',
  '<%= USER["email"] %>',
  '<% URL %>',
  '<%# URL %>',
  '${URL}',
  'a <%= URL %> ${x}',
  '<%<%= URL %>',
  '<%%%>',
  '<%= URL %> <%= nope %>',
  5,
  null,
])('rejects the template %j', (message) => {
  expect(() => checkTemplates(template(message))).toThrow('Invalid template');
});

test.each([5, null, {}])('rejects the subject %j', (subject) => {
  expect(() => checkTemplates(template('', subject))).toThrow('Invalid template');
});

test.each([null, [], 'text', { a: null }, { a: {} }, { a: { options: [] } }])(
  'rejects %j, which has no templates',
  (templates) => {
    expect(() => checkTemplates(templates)).toThrow('Invalid template');
  },
);

test('checks a long template without backtracking', () => {
  for (const part of ['<%= URL', '<%x', '<%=', '${']) {
    const long = part.repeat(100_000);
    expect(checkTemplates(template(long))).toEqual(template(long));
  }
});
