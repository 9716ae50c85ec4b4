// Language of the code: standard terms in identifiers, file names and file headers (CONTRIBUTING.md, "Code").
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { readModules } from './support/modules.ts';

/** Words that are no terms of the field, each with the term to use instead. */
const BANNED: Readonly<Record<string, string>> = {
  standing: 'CallerCache, permissionTables or ValidIndexes',
  tally: 'RowCountDelta, ImportSummary or WriteLimits',
  tallies: 'RowCountDeltas',
  lender: 'SharedBufferPool',
  loan: 'BufferLease or SharedSlice',
  lent: 'lease or inUse',
  parcel: 'SharedPayload',
  board: 'CommitLog',
  letter: 'IpcMessage',
  telling: 'MetricsSnapshot',
  peers: 'Workers',
  reading: 'ReadSteps, read or steps',
  writing: 'WriteSteps, write or steps',
  patience: 'timeout',
  figures: 'counts or statistics',
  told: 'broadcast, listed or reported',
  asked: 'requested or sent',
  anew: 'again, or a verb such as reconnect',
  refusal: 'rejection or error',
  admit: 'authorize or accept',
  gate: 'Semaphore',
  takeover: 'RequestDelegate or DelegatedRequest',
  overtaken: 'conflict or concurrent',
  redrafted: 'ForeignDrafts',
  rival: 'conflicting',
  stranger: 'foreign',
  newcomer: 'NewUser',
  wish: 'input',
  desk: 'operations or service',
  led: 'relinked',
  obey: 'execute',
  hear: 'receive',
  tell: 'send, notify or report',
  doubt: 'record, or markUnknown',
  slip: 'a typo, or closestKey',
  mistaken: 'invalid or misspelled',
};

/** Names with a banned word that is right there: prefixes of paths in `src`. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  letter: [
    'base/component-document-id',
    'storage/layout/snake-case',
    'storage/dialect',
    'documents/values/email',
    'query/',
  ],
};

const source = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../src');
const modules = readModules(source)
  .filter(({ isTest }) => !isTest)
  .map((module) => ({ ...module, names: namesIn(module.path, module.text) }));

describe('standard terms', () => {
  test.each(Object.entries(BANNED))('not "%s" in names, but %s', (word) => {
    const exceptions = EXCEPTIONS[word] ?? [];
    const found = modules
      .filter(({ path: file }) => !exceptions.some((prefix) => file.startsWith(prefix)))
      .flatMap(({ path: file, names }) =>
        names.filter((name) => wordsOf(name).includes(word)).map((name) => `${file}: ${name}`),
      );
    expect(found).toEqual([]);
  });

  test('file headers say what a file does', () => {
    const found = modules.filter(({ text }) =>
      /^\/\/ (?:In charge of|The words? for)\b/.test(text),
    );
    expect(found.map(({ path: file }) => file)).toEqual([]);
  });
});

/** The path of a module, and the names that it declares or uses. */
function namesIn(file: string, text: string): readonly string[] {
  const names = new Set([file]);
  JSON.stringify(parseSync(file, text).program, (key, value: unknown) => {
    if (key === 'name' && typeof value === 'string') names.add(value);
    return typeof value === 'bigint' ? String(value) : value;
  });
  return [...names];
}

/** `permissionTables` and `permission-tables` as `permission` and `tables`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
