// Runs every command of docs/tour.md in a new project and compares the responses.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, sectionOf, normalize } from '../support/documented.ts';
import { startQuoin } from '../support/program.ts';
import { makeProject } from '../support/project-folder.ts';
import { openShell } from '../support/shell.ts';

const root = path.resolve(import.meta.dirname, '../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const text = readFileSync(path.join(root, 'docs', 'tour.md'), 'utf8');
// test/docs.test.ts runs the rest.
const [tour = ''] = text.split('\n## Query the example blog\n');

test('runs the commands of the tour in order', { timeout: 120_000 }, async () => {
  const folder = makeProject({});
  const { PATH, HOME, SystemRoot } = process.env;
  const prefix = path.join(folder, 'npm');
  const env = {
    PATH: `${path.join(prefix, 'bin')}${path.delimiter}${PATH}`,
    HOME,
    SystemRoot,
    npm_config_prefix: prefix,
    // No registry has this version: it is linked instead.
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_audit: 'false',
  };
  const [setup, start, ...blocks] = blocksOf(tour);
  expect(blocksOf(sectionOf(readme, 'Start your own project'))).toEqual([setup, start]);
  expect(setup?.body).toBe('npm link\n');
  const commands =
    start?.body
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/ +#.*/, '')) ?? [];
  const linked = 'npm install --no-save ../quoin';
  expect(commands).toEqual(['quoin init my-site', 'cd my-site', linked, 'npm start']);
  await openShell(root, env).run(setup?.body ?? '');
  const output = await openShell(folder, env).run(commands[0] ?? '');
  const install = /^ {2}(npm install --no-save .*)$/m.exec(output)?.[1] ?? '';
  const site = path.join(folder, 'my-site');
  await openShell(site, env).run(install);
  const { port } = await startQuoin(site);

  const shell = openShell(site, env);
  const [shown, printed] = [new Map<string, string>(), new Map<string, string>()];
  let responses = 0;
  for (const [i, { language, body }] of blocks.entries()) {
    if (language !== 'sh') continue;
    const output = await shell.run(body.replaceAll(':1337', `:${port}`));
    const next = blocks[i + 1];
    if (next?.language !== 'json') continue;
    responses += 1;
    const given = normalize(JSON.parse(output), printed);
    expect(given, body).toEqual(normalize(JSON.parse(next.body), shown));
  }
  expect(responses).toBeGreaterThan(13);
});
