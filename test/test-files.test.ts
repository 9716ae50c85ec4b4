// Each test file belongs to a project of a vitest configuration, so that none is forgotten.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import config from '../vitest.config.ts';
import strapiConfig from '../vitest.strapi.config.ts';

const root = path.resolve(import.meta.dirname, '..');

const FOLDERS = ['admin', 'bench', 'bin', 'examples', 'scripts', 'src', 'templates', 'test'];

/** Folders without tests of this repository. */
const OTHERS = /(?:^|\/)(?:node_modules|dist|vendor|\.tmp)\//;

interface Patterns {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** The regular expression of a pattern with `**`, `*` and `{a,b}`. */
function expressionOf(pattern: string): RegExp {
  const text = pattern.replaceAll(/\*\*\/|\*\*|\*|\{[^}]*\}|[.+?^$()[\]|\\]/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    return part.startsWith('{') ? `(?:${part.slice(1, -1).replaceAll(',', '|')})` : `\\${part}`;
  });
  return new RegExp(`^${text}$`);
}

function projects(): readonly Patterns[] {
  const all = [...(config.test?.projects ?? []), strapiConfig];
  return all.map((project) => {
    if (typeof project !== 'object' || !('test' in project)) throw new Error('not a project');
    const { include = [], exclude = [] } = project.test ?? {};
    return { include, exclude };
  });
}

function testFiles(): readonly string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, ...file.split(path.sep)))
      .filter((file) => /\.test\.\w+$/.test(file) && !OTHERS.test(file)),
  );
}

const files = testFiles();

test('each test file is part of a project', () => {
  const compiled = projects().map(({ include, exclude }) => ({
    include: include.map(expressionOf),
    exclude: exclude.map(expressionOf),
  }));
  expect(files.length).toBeGreaterThan(500);
  const forgotten = files.filter(
    (file) =>
      !compiled.some(
        ({ include, exclude }) =>
          include.some((each) => each.test(file)) && !exclude.some((each) => each.test(file)),
      ),
  );
  // Tests of code for Node 20 are left out on newer versions.
  expect(forgotten.filter((file) => !file.endsWith('-node20.test.ts'))).toEqual([]);
});

test('each pattern of a project matches a test file', () => {
  const patterns = projects().flatMap(({ include, exclude }) => [...include, ...exclude]);
  const idle = patterns.filter((pattern) => {
    const expression = expressionOf(pattern);
    return !files.some((file) => expression.test(file));
  });
  expect(idle).toEqual([]);
});
