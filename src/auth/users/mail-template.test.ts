import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillTemplate } from './mail-template.ts';

const values = {
  URL: 'https://a.example/x?y=1&z=2',
  CODE: 'abc',
  NOTHING: null,
  USER: { username: '<b>"Ada"</b>', age: 5, more: { inner: 'x' }, constructor: 'own' },
};

test.each([
  ['<%= URL %>?code=<%= CODE %>', 'https://a.example/x?y=1&z=2?code=abc'],
  ['<%=CODE%>,<%=   CODE   %>', 'abc,abc'],
  ['[<%= NOTHING %>]', '[]'],
  ['<%= USER.username %> <%= USER.age %>', '<b>"Ada"</b> 5'],
  ['<%= TOKEN %>', '<%= TOKEN %>'],
  [
    '<%= USER %> <%= USER.more %> <%= USER.none %>',
    '<%= USER %> <%= USER.more %> <%= USER.none %>',
  ],
  ['<%= USER.more.inner %>', '<%= USER.more.inner %>'],
  ['<%= toString %> <%= __proto__ %>', '<%= toString %> <%= __proto__ %>'],
  [
    '<%= CODE + 1 %> <% CODE %> ${CODE} <%- CODE %>',
    '<%= CODE + 1 %> <% CODE %> ${CODE} <%- CODE %>',
  ],
  ['$& <%= CODE %>', '$& abc'],
])('%s', (template, filled) => {
  expect(fillTemplate(template, values, 'text')).toBe(filled);
});

test('escapes values in HTML and leaves the template unchanged', () => {
  expect(fillTemplate('<p><%= USER.username %></p><%= URL %>', values, 'html')).toBe(
    '<p>&lt;b&gt;&quot;Ada&quot;&lt;/b&gt;</p>https://a.example/x?y=1&amp;z=2',
  );
});

test('no value adds a tag or is evaluated as a template', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const filled = fillTemplate('<i><%= CODE %></i>', { CODE: text }, 'html');
      expect(filled.slice(3, -4)).not.toMatch(/[<>"']/);
      expect(fillTemplate('<%= CODE %>', { CODE: text }, 'text')).toBe(text);
    }),
  );
});
