// The published package: external imports of the bundle, and the size of an installation.
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { parseSync, Visitor, type CallExpression } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { quoinSize } from '../../bench/installed-size.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const chunks = path.join(root, 'dist/chunks');

const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly private?: boolean;
  readonly dependencies: Readonly<Record<string, string>>;
};

/** Packages that Quoin never loads: the native driver of pg, and the schema compilers and test client of Fastify. */
const NEVER_LOADED: readonly string[] = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
  'pg-native',
];

/** The names of `require` and `import()` in a chunk; a `require` that a module makes itself has a number. */
const LOADER = /^(?:require(?:\$\d+)?|__import)$/;

/** Packages that a chunk loads by name. */
function packagesOf(file: string): readonly string[] {
  const { program, errors } = parseSync(file, readFileSync(path.join(chunks, file), 'utf8'));
  expect(errors).toEqual([]);
  const found: string[] = [];
  const note = (specifier: string): void => {
    if (!specifier.startsWith('.') && !isBuiltin(specifier)) found.push(specifier);
  };
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }: CallExpression) => {
      const loads = callee.type === 'Identifier' && LOADER.test(callee.name);
      if (loads && first?.type === 'Literal' && typeof first.value === 'string') note(first.value);
    },
  }).visit(program);
  return found;
}

test('the bundle imports exactly the dependencies', () => {
  const loaded = readdirSync(chunks)
    .filter((file) => file.endsWith('.cjs'))
    .flatMap(packagesOf);
  expect([...new Set(loaded)].toSorted()).toEqual(
    [...Object.keys(manifest.dependencies), ...NEVER_LOADED].toSorted(),
  );
});

describe('the package', () => {
  test('can be published', () => {
    expect(manifest.private).toBeUndefined();
  });

  test('takes at most 80 MB and 120 packages with its dependencies', () => {
    const { packages, megabytes } = quoinSize();
    expect(packages).toBeLessThanOrEqual(120);
    expect(megabytes).toBeLessThanOrEqual(80);
  });

  test('contains only the public types, which need no other package', () => {
    const types = readdirSync(path.join(root, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.d.ts'))
      .map((file) => file.split(path.sep).join('/'));
    expect(types).toContain('quoin.d.ts');
    expect(types).not.toContain('app/engine.d.ts');
    for (const file of types) {
      const text = readFileSync(path.join(root, 'dist', file), 'utf8');
      expect(text, file).not.toMatch(/(?:from|import\()\s*['"][^.'"]/);
    }
  });
});
