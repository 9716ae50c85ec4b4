// `quoin import` as a process: its questions, its output, and what it does not change.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import BetterSqlite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { cipher } from '../../src/transfer/archive/encryption.ts';
import { KITCHEN_EXPORT, METADATA_JSON, tarOf } from '../support/archives.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { runQuoin } from '../support/program.ts';
import { vendored } from '../support/vendored-projects.ts';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-import-')));
const uploads = path.join(folder, 'public', 'uploads');
cpSync(vendored('conformance', 'projects', 'kitchen'), folder, { recursive: true });

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function authors(): unknown {
  const database = new BetterSqlite(path.join(folder, '.tmp', 'data.db'));
  try {
    return database.prepare('select name from authors order by id').pluck().all();
  } finally {
    database.close();
  }
}

function addAuthor(): void {
  const database = new BetterSqlite(path.join(folder, '.tmp', 'data.db'));
  database.exec(`insert into authors (name) values ('mine')`);
  database.close();
}

const ALL = ['Ada', 'bob', 'Élodie'];
const FILES = ['doc_a4e6cd8599.pdf', 'tiny_6f47e77ef2.png'];

test('imports an archive repeatedly', async () => {
  const first = await runQuoin(folder, 'import', KITCHEN_EXPORT);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain(
    'Imported 46 rows of 15 types, 73 links, 2 files, 49 settings, 0 webhooks, from Strapi 5.54.0.',
  );
  expect(first.stdout).toContain('  api::article.article: 5\n');
  expect(authors()).toEqual(ALL);
  expect(readdirSync(uploads).filter((name) => !name.startsWith('.'))).toEqual(FILES);

  addAuthor();
  writeFileSync(path.join(uploads, 'mine.txt'), 'mine');
  const unasked = await runQuoin(folder, 'import', KITCHEN_EXPORT);
  expect(unasked.code).toBe(1);
  expect(unasked.stderr).toContain('This replaces all 30 entries, files and users');
  expect(unasked.stderr).toContain('--force');

  const tried = await runQuoin(folder, 'import', '--dry-run', '-f', KITCHEN_EXPORT);
  expect(tried).toMatchObject({ code: 0, stderr: '' });
  expect(tried.stdout).toContain('Nothing was changed. An import would add 46 rows');

  const cut = path.join(folder, 'cut.tar.gz');
  writeFileSync(cut, readFileSync(KITCHEN_EXPORT).subarray(0, 25_000));
  const failed = await runQuoin(folder, 'import', 'cut.tar.gz', '--force');
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/^Nothing was imported. The archive is damaged or truncated/);
  expect(authors()).toEqual([...ALL, 'mine']);
  expect(readdirSync(uploads).toSorted()).toEqual([...FILES, 'mine.txt'].toSorted());

  const encrypted = path.join(folder, 'x.tar.gz.enc');
  writeFileSync(
    encrypted,
    await buffer(Readable.from([readFileSync(KITCHEN_EXPORT)]).pipe(await cipher('words'))),
  );
  const locked = await runQuoin(folder, 'import', encrypted, '--force');
  expect(locked).toMatchObject({
    code: 1,
    stderr: 'An encrypted archive needs a key. Pass it with --key.\n',
  });
  const forced = await runQuoin(folder, 'import', encrypted, '--force', '--key', 'words');
  expect(forced).toMatchObject({ code: 0, stderr: '' });
  expect(authors()).toEqual(ALL);
  expect(readdirSync(uploads).toSorted()).toEqual(FILES);
}, 120_000);

test('imports an unpacked archive, and rejects other folders', async () => {
  const unpacked = path.join(folder, 'unpacked');
  mkdirSync(path.join(unpacked, 'schemas'), { recursive: true });
  writeFileSync(path.join(unpacked, 'metadata.json'), '{"strapi":{"version":"5.0.0"}}');
  const empty = await runQuoin(folder, 'import', 'unpacked', '--force');
  expect(empty.stderr).toContain('does not begin with its schemas');
  const missing = await runQuoin(folder, 'import', 'nope.tar.gz');
  expect(missing.stderr).toBe(`The file ${path.join(folder, 'nope.tar.gz')} does not exist.\n`);
  const unnamed = await runQuoin(folder, 'import');
  expect(unnamed.stderr).toContain('Pass an archive');
  const kind = await runQuoin(folder, 'import', KITCHEN_EXPORT, '--only', 'content,media');
  expect(kind.stderr).toContain('Use content, files, config, not "media".');
  const both = await runQuoin(folder, 'import', 'x', '--only', 'files', '--exclude', 'files');
  expect(both).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Both in --only and') as string,
  });
});

test('reads types of custom fields of missing plugins from the archive', async () => {
  const field = (name: string): object => ({
    type: 'customField',
    customField: `plugin::x.${name}`,
  });
  const attributes = { shade: field('shade'), pin: field('pin'), tree: field('tree') };
  const project = makeProject({ [schemaOf('post')]: collectionType('post', attributes) });
  const archived = {
    shade: { ...field('shade'), type: 'string' },
    pin: { ...field('pin'), type: 'email' },
    tree: { ...field('tree'), type: 'json' },
  };
  const data = { documentId: 'p', shade: '#fff', pin: 'a@b.example', tree: { leaf: [1] } };
  writeFileSync(
    path.join(project, 'site.tar'),
    await tarOf({
      'schemas/schemas_00001.jsonl': [
        {
          uid: 'api::post.post',
          options: { draftAndPublish: true },
          attributes: archived,
        },
      ],
      'entities/entities_00001.jsonl': [{ type: 'api::post.post', id: 1, data }],
      'metadata.json': METADATA_JSON,
    }),
  );
  // A start that knew nothing made columns of texts.
  expect(await runQuoin(project, 'token', 'list')).toMatchObject({ code: 0 });
  const imported = await runQuoin(project, 'import', 'site.tar', '--force');
  expect(imported).toMatchObject({ code: 0, stderr: '' });
  expect(imported.stdout).toContain(
    'customFields: {"plugin::x.shade":"string","plugin::x.pin":"email","plugin::x.tree":"json"}',
  );
  expect(imported.stdout).not.toMatch(/post\.(?:shade|pin|tree) is/);
  const database = new BetterSqlite(path.join(project, '.tmp', 'data.db'));
  expect(database.prepare('select shade, pin, tree from posts').all()).toEqual([
    { shade: '#fff', pin: 'a@b.example', tree: '{"leaf":[1]}' },
  ]);
  database.close();
  const damaged = await runQuoin(project, 'import', 'no.tar', '--force');
  expect(damaged.code).toBe(1);
  writeFileSync(path.join(project, 'no.tar'), 'nothing');
  expect((await runQuoin(project, 'import', 'no.tar', '--force')).stderr).toMatch(
    /^Nothing was imported\. The file is not an archive/,
  );
}, 120_000);
