// The tour of the README, as a newcomer types it: every line of it is run, and every answer compared.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, sectionOf, withoutChance } from '../support/documented.ts';
import { startQuoin } from '../support/program.ts';
import { makeProject } from '../support/project-folder.ts';
import { openShell } from '../support/shell.ts';

const root = path.resolve(import.meta.dirname, '../..');
const tour = sectionOf(readFileSync(path.join(root, 'README.md'), 'utf8'), 'The tour');

test('the tour', { timeout: 120_000 }, async () => {
  const folder = makeProject({});
  const { PATH, HOME, SystemRoot } = process.env;
  const prefix = path.join(folder, 'npm');
  const env = {
    PATH: `${path.join(prefix, 'bin')}${path.delimiter}${PATH}`,
    HOME,
    SystemRoot,
    npm_config_prefix: prefix,
  };
  const [first, ...blocks] = blocksOf(tour);
  const lines = first?.body.trimEnd().split('\n') ?? [];
  expect(lines.map((line) => line.replace(/ +#.*/, ''))).toEqual([
    'npm link',
    'cd ..',
    'quoin init my-site',
    'cd my-site',
    'quoin start',
  ]);
  await openShell(root, env).run(lines[0] ?? '');
  await openShell(folder, env).run(lines[2] ?? '');
  const site = path.join(folder, 'my-site');
  const { port } = await startQuoin(site);

  const shell = openShell(site, env);
  const [shown, printed] = [new Map<string, string>(), new Map<string, string>()];
  let answers = 0;
  for (const [i, { language, body }] of blocks.entries()) {
    if (language !== 'sh') continue;
    const said = await shell.run(body.replaceAll(':1337', `:${port}`));
    const next = blocks[i + 1];
    if (next?.language !== 'json') continue;
    answers += 1;
    const given = withoutChance(JSON.parse(said), printed);
    expect(given, body).toEqual(withoutChance(JSON.parse(next.body), shown));
  }
  expect(answers).toBeGreaterThan(6);
});
