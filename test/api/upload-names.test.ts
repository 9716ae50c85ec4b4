// Names of stored files: the URL of a response opens the file, and the type follows from the content.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeProject } from '../support/project-folder.ts';
import { upload, uploaded, type Parts } from '../support/uploads.ts';
import { vendored } from '../support/vendored-projects.ts';

async function open(config: object = {}): Promise<TestApp> {
  const text = `module.exports = { upload: { config: ${JSON.stringify(config)} } };`;
  const kitchen = path.join(vendored('conformance', 'projects'), 'kitchen');
  const app = await openTestApp({ project: makeProject({ 'config/plugins.js': text }, kitchen) });
  onTestFinished(() => app.close());
  return app;
}

const note = (as: string, type = 'text/plain'): Parts[number] => [
  'files',
  { file: 'note.txt', as, type },
];

test('serves a file at its URL, whatever its name', async () => {
  const app = await open();
  const content = readFileSync(vendored('conformance', 'files', 'note.txt'), 'utf8');
  for (const [name, end] of [
    ['a.txt ', '.txt'],
    ['x.%00', '.00'],
    ['x.%2e', '.2e'],
    ['x.md”', '.md'],
    ['x.ht\u00ADml', '.html'],
    ['x.a#b', '.ab'],
    ['x.日本', '.日本'],
    ['x.%', '.txt'],
    ['x.', '.'],
  ] as const) {
    const file = await uploaded(app, note(name));
    expect([file.name, file.url.slice(file.url.lastIndexOf('.'))]).toEqual([name, end]);
    const { status, text } = await app.request(encodeURI(file.url));
    expect([name, status, text]).toEqual([name, 200, content]);
  }
});

test('detects a forbidden type, whatever the name', async () => {
  const app = await open({
    security: { allowedTypes: ['text/plain', 'image/*'], deniedTypes: ['image/svg+xml'] },
  });
  const logo = { file: 'logo.svg', type: 'image/png' };
  for (const [part, type] of [
    [['files', { ...logo, as: 'x.png' }], 'image/svg+xml'],
    [['files', { ...logo, as: 'x.jpg', type: 'image/jpeg' }], 'image/svg+xml'],
    [note('x.html '), 'text/html'],
    [note('x.ht\u00ADml'), 'text/html'],
  ] satisfies (readonly [Parts[number], string])[]) {
    const response = await upload(app, [part]);
    expect([part, response.status]).toEqual([part, 400]);
    expect(response.text).toContain(`File type '${type}' is not allowed`);
  }
  await uploaded(app, ['files', { file: 'tiny.png' }]);
});
