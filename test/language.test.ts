// Language of the project: standard terms in identifiers and file names, plain English in comments, messages, test titles
// and pages (CONTRIBUTING.md, "Code").
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, test } from 'vitest';

/** Words that are not terms of the field, each with the term to use instead. */
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
  answer: 'response, reply, result or rows',
  answers: 'responses, replies or results',
  answered: 'completed or handled',
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
  refuse: 'reject',
  refused: 'rejected',
  remembered: 'pending, stored or restored',
  somebody: 'a user, client or caller',
  also: 'afterWrite, onRequest, or what is added',
  accompanied: 'withHooks',
  repoint: 'relink or retarget',
};

/** Whole names that said too little, each with the terms to use instead. */
const BANNED_NAMES: Readonly<Record<string, string>> = {
  Place: 'LinkSlot, RowFormat, Destination or FileLocation',
  Known: 'KeyedIds, or the name of the cache',
  Exchange: 'RequestContext',
  Turns: 'KeyedMutex',
  carryOn: 'refresh',
};

/** Phrases that do not say who does what, or that are not standard English. */
const BANNED_PHRASES = [
  /\b(?:where there (?:is|are)|nobody(?= [a-z])|somebody|who asks|is told|gives(?! (?:up|way)\b)|are led|is led)\b/i,
  /\b(?:anew|comes? on top|does not pay|stays? so)\b/i,
  // "It is no error", but not "there is no error" or "it is no longer one".
  /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|\w+er\b|exceptions?\b)/i,
];

/** Where a banned word is the right one: prefixes of paths. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  letter: [
    'src/base/component-document-id',
    'src/storage/layout/snake-case',
    'src/storage/dialect',
    'src/documents/values/email',
    'src/query/',
    'src/code/',
    'test/code/',
    'test/support/workshop',
    'admin/',
  ],
  // Of a user to a question, and data of an example.
  answer: [
    'src/cli/archives/import',
    'src/documents/check/',
    'src/transfer/',
    'test/api/content-manager-locales',
    'test/api/entry-tags',
    'test/api/schema-legacy-routes',
    'test/strapi/',
    'bench/',
  ],
  figures: ['bench/'],
  peers: ['src/documents/', 'test/support/locales-project'],
  reading: ['admin/'],
  writing: ['admin/', 'test/docs-writing'],
};

const root = path.resolve(import.meta.dirname, '..');

/** Folders with projects and recorded data, and this file, which contains the words. */
const NOT_OURS =
  /^(?:bench\/project|test\/(?:conformance\/|projects\/|vendor\/|language\.test)|admin\/(?:dist|node_modules))/;

const modules = ['src', 'test', 'admin', 'bench', 'types']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      [folder, ...file.split(path.sep)].join('/'),
    ),
  )
  .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !NOT_OURS.test(file))
  .map(readModule);

test('the modules are found', () => {
  expect(modules.length).toBeGreaterThan(1000);
});

/** Names by their words, each with the modules that use it. */
const uses = new Map<string, { readonly file: string; readonly name: string }[]>();
for (const { file, names } of modules) {
  for (const name of names) {
    for (const word of wordsOf(name)) {
      const found = uses.get(word);
      if (found) found.push({ file, name });
      else uses.set(word, [{ file, name }]);
    }
  }
}

describe('standard terms', () => {
  test.each(Object.entries(BANNED))('not "%s" in names, but %s', (word) => {
    const exceptions = EXCEPTIONS[word] ?? [];
    const found = (uses.get(word) ?? []).filter(
      ({ file }) => !exceptions.some((prefix) => file.startsWith(prefix)),
    );
    expect(found).toEqual([]);
  });

  test('no type is named "Known…"', () => {
    const found = (uses.get('known') ?? []).filter(({ name }) => /^Known(?![a-z])/.test(name));
    expect(found).toEqual([]);
  });

  test.each(Object.entries(BANNED_NAMES))('not "%s" as a whole name, but %s', (banned) => {
    const found = modules.filter(({ names }) => names.has(banned));
    expect(found.map(({ file }) => file)).toEqual([]);
  });
});

describe('plain English', () => {
  test('in comments', () => {
    expect(modules.flatMap(({ file, comments }) => phrasesIn(file, comments))).toEqual([]);
  });

  test('in messages and test titles', () => {
    expect(modules.flatMap(({ file, strings }) => phrasesIn(file, strings))).toEqual([]);
  });

  test('in README, CHANGELOG and docs', () => {
    const docs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' });
    const pages = [...readdirSync(root), ...docs.map((file) => path.join('docs', file))].filter(
      (file) => file.endsWith('.md'),
    );
    expect(pages.length).toBeGreaterThan(60);
    const found = pages.flatMap((page) => {
      const text = readFileSync(path.join(root, page), 'utf8');
      return phrasesIn(page, text.replaceAll(/^```.*?^```$/gms, '').split('\n\n'));
    });
    expect(found).toEqual([]);
  });
});

test('file headers say what a file does', () => {
  const found = modules.filter(({ text }) => /^\/\/ (?:In charge of|The words? for)\b/.test(text));
  expect(found.map(({ file }) => file)).toEqual([]);
});

interface NamedModule {
  readonly file: string;
  readonly text: string;
  /** The path of the module, and the names that it declares or uses. */
  readonly names: ReadonlySet<string>;
  readonly comments: readonly string[];
  /** Texts of more than one word: messages, titles, and data of tests. */
  readonly strings: readonly string[];
}

function readModule(file: string): NamedModule {
  const text = readFileSync(path.join(root, file), 'utf8');
  const { program, comments } = parseSync(file, text);
  const names = new Set([file]);
  const add = ({ name }: { readonly name: string }): void => void names.add(name);
  const strings: string[] = [];
  const addText = (value: unknown): void => {
    if (typeof value === 'string' && value.includes(' ')) strings.push(value);
  };
  new Visitor({
    Identifier: add,
    PrivateIdentifier: add,
    JSXIdentifier: add,
    Literal: ({ value }) => addText(value),
    TemplateElement: ({ value }) => addText(value.cooked),
    JSXText: ({ value }) => addText(value),
  }).visit(program);
  return { file, text, names, comments: comments.map(({ value }) => value), strings };
}

/** The banned phrases in texts, each with the file. */
function phrasesIn(file: string, texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => {
    const line = text.replaceAll(/\s+(?:\* )?/g, ' ');
    return BANNED_PHRASES.flatMap((phrase) => phrase.exec(line)?.map((m) => `${file}: ${m}`) ?? []);
  });
}

/** `permissionTables` and `permission-tables` as `permission` and `tables`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
