// Every file, heading and number that comments and pages refer to exists in the repository.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isKnown, unknownInCell, withFolders } from './support/repository-paths.ts';
import {
  anchorsOf,
  headingsOf,
  passagesOf,
  readTexts,
  repositoryPaths,
  withoutFences,
} from './support/repository-text.ts';

const root = path.resolve(import.meta.dirname, '..');
const paths = repositoryPaths(root);
const known = withFolders(paths);
const files = readTexts(root, paths);
const pages = new Map(
  files.filter((file) => file.path.endsWith('.md')).map((file) => [file.path, file.text]),
);

/** Files of projects: what they name is in the project. */
const OF_PROJECTS = /^(templates|examples|test\/projects|bench\/project)\//;
const prose = files.flatMap(passagesOf).filter(({ file }) => !OF_PROJECTS.test(file));

/** Folders that every project has under `src`, and that pages speak of. */
const IN_A_PROJECT = /^src\/(admin|api|components|extensions|index|middlewares|plugins|policies)\b/;

/** Pages that name routes without their first slash, like folders of `src`. */
const NAMES_ROUTES = /^(docs\/(?!decisions\/)|README|CHANGELOG|test\/).*\.md$/;

/** Comments cite a decision by its number: `docs/decisions/0007`. */
const decisions = readdirSync(path.join(root, 'docs/decisions')).map((name) => name.slice(0, 4));

test('the prose is found', () => {
  expect(pages.size).toBeGreaterThan(20);
  expect(prose.length).toBeGreaterThan(1000);
});

describe('paths', () => {
  test('from the root exist', () => {
    const named =
      /(?<![\w./@<:-])(?:docs|src|test|bench|scripts|examples|templates|bin|spec)\/[\w./*<>-]*[\w*>]/g;
    const isThere = (name: string): boolean => {
      const [, number] = /^docs\/decisions\/(\d+)$/.exec(name) ?? [];
      if (number !== undefined) return decisions.includes(number);
      return IN_A_PROJECT.test(name) || isKnown(known, name);
    };
    expect(missing(prose, named, isThere)).toEqual([]);
  });

  test('within src that begin with a folder of src exist', () => {
    const folders = readdirSync(path.join(root, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const named = new RegExp(`(?<![\\w./@<:-])(?:${folders.join('|')})/[\\w./*<>-]*[\\w*>]`, 'g');
    const ours = prose.filter(({ file }) => !NAMES_ROUTES.test(file));
    expect(missing(ours, named, (name) => isKnown(known, `src/${name}`))).toEqual([]);
  });

  test('in the tables of ARCHITECTURE.md exist', () => {
    const cells = prose
      .filter(({ file, text }) => file === 'ARCHITECTURE.md' && text.startsWith('|'))
      .flatMap(({ text }) => text.split('|'));
    expect(cells.flatMap((cell) => unknownInCell(known, cell))).toEqual([]);
  });

  test('of the folders in src and admin/src are all listed in ARCHITECTURE.md', () => {
    const page = pages.get('ARCHITECTURE.md') ?? '';
    const folders = [...known].filter((name) =>
      /^(?:src(?:\/[^/.]+){1,2}|admin\/src\/[^/.]+)$/.test(name),
    );
    const isNamed = (folder: string): boolean =>
      new RegExp(`[\`/ ]${path.basename(folder)}\\b`).test(page);
    expect(folders.length).toBeGreaterThan(50);
    expect(folders.filter((folder) => !isNamed(folder))).toEqual([]);
  });

  test('of pages in the root folder exist', () => {
    expect(missing(prose, /(?<![\w./-])[A-Z]{3,}\.md\b/g, (name) => known.has(name))).toEqual([]);
  });
});

test('sections and issues are not cited by number, which belongs to no page here', () => {
  const texts = files.map(({ path: file, text }) => ({ file, text }));
  expect(missing(texts, /\((?:sections?|issues?) \d[^)]*\)/g, () => false)).toEqual([]);
});

test('decisions have unique numbers', () => {
  expect(decisions).toEqual([...new Set(decisions)]);
});

describe('pages', () => {
  test.each([...pages])('the links of %s resolve', (page, text) => {
    const targets = [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, target = '']) => target,
    );
    expect(targets.filter((target) => !isLinked(page, target))).toEqual([]);
  });

  test('contain the cited headings, as in docs/strapi/reading.md, "Filters"', () => {
    const cited = /(docs\/[\w/-]+\.md)((?:(?:,| and|, and) "[^"]+")+)/g;
    const lost = prose.flatMap(({ file, text }) =>
      [...text.matchAll(cited)].flatMap(([, page = '', list = '']) => {
        const headings = headingsOf(pages.get(page) ?? '');
        return [...list.matchAll(/"([^"]+)"/g)]
          .filter(([, heading = '']) => !headings.includes(heading))
          .map(([heading]) => `${file}: ${page}, ${heading}`);
      }),
    );
    expect(lost).toEqual([]);
  });
});

describe('deliberate differences', () => {
  const page = pages.get('docs/strapi/differences.md') ?? '';
  const numbers = headingsOf(page).flatMap((heading) => /^(D\d+): ./.exec(heading)?.[1] ?? []);

  test('are numbered in ascending order', () => {
    const order = numbers.map((number) => Number(number.slice(1)));
    expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b));
  });

  test('exist if they are cited', () => {
    const texts = files.map(({ path: file, text }) => ({ file, text }));
    const cited = /(?<![\w#/.%-])D[1-9]\d?(?!\w)/g;
    expect(missing(texts, cited, (number) => numbers.includes(number))).toEqual([]);
  });

  test('exist if recorded responses name them', () => {
    const conformance = path.join(root, 'test/conformance');
    const cases = readdirSync(conformance, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^cases.*\.json$/.test(file))
      .map((file) => ({ file, text: readFileSync(path.join(conformance, file), 'utf8') }));
    const cited = /(?<="differs": ")[^"]*/g;
    expect(missing(cases, cited, (number) => numbers.includes(number))).toEqual([]);
  });

  test('are not called decisions, which have their own numbers', () => {
    expect(missing(prose, /\bdecisions? D\d+/gi, () => false)).toEqual([]);
  });
});

/** What some texts name and is not there, with the file that names it. */
function missing(
  texts: readonly { readonly file: string; readonly text: string }[],
  named: RegExp,
  isThere: (name: string) => boolean,
): readonly string[] {
  return texts.flatMap(({ file, text }) =>
    [...text.matchAll(named)]
      .filter(([name]) => !isThere(name))
      .map(([name]) => `${file}: ${name}`),
  );
}

function isLinked(page: string, target: string): boolean {
  if (/^[a-z]+:/.test(target)) return true;
  const [file = '', anchor] = target.split('#');
  const linked = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
  if (anchor !== undefined) return anchorsOf(pages.get(linked) ?? '').has(anchor);
  return known.has(linked.replace(/\/$/, ''));
}
