// docs/configuration.md names every setting that is read.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = new URL('../../src/project/', import.meta.url);
const text = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
const code = readdirSync(source)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(new URL(file, source), 'utf8'))
  .join('\n');

/** What the first group of a pattern finds in the code, each once. */
function found(pattern: RegExp): readonly string[] {
  const names = [...code.matchAll(pattern)].map((match) => match[1] ?? '');
  expect(names.length).toBeGreaterThan(0);
  return [...new Set(names)].filter((name) => name !== '');
}

function undocumented(names: readonly string[]): readonly string[] {
  return names.filter(
    (name) => !new RegExp(`\`(?:[^\`]*[.:])?${name.replaceAll('.', '\\.')}\``).test(text),
  );
}

test('documents every variable', () => {
  expect(undocumented(found(/environment\['([A-Z_0-9]+)'\]/g))).toEqual([]);
  expect(undocumented(found(/{ name: '([A-Z_]+)', section/g))).toEqual([]);
  expect(undocumented(found(/env(?:\.\w+)?\('([A-Z]+_[A-Z_]+)'/g))).toEqual([]);
});

test('documents every key of a configuration file', () => {
  const keys = found(
    /(?:\.(?:text|texts|whole|flag|record|oneOf|value)|\bsecret|\bsize|\btext|\bat)\(\s*'([^']*)'/g,
  );
  expect(keys.length).toBeGreaterThan(40);
  // Sections as such, and keys that are put together from parts.
  const whole = /^(?:connection(?:\.connection)?|\S+\.config)$|\$/;
  const named = keys.filter((key) => !whole.test(key));
  expect(undocumented(named.map((key) => key.replace('connection.connection.', '')))).toEqual([]);
});
