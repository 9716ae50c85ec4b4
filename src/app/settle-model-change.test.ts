// What a start does after a crash in the middle of a change of the content model.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newNote, openLiveServer, type LiveServer } from '../../test/support/live-server.ts';
import { connect } from '../../test/support/test-database.ts';
import { readJournal, writeJournal, type Journal } from '../model/files/journal.ts';
import { settleModelChange } from './settle-model-change.ts';

const SCHEMA = 'src/api/note/content-types/note/schema.json';
const NOTE = newNote({ body: { type: 'text' } });

/** Makes a change, and puts its journal back as a crash would leave it. */
async function crashed(server: LiveServer): Promise<Journal> {
  expect(await server.update({ contentTypes: [NOTE] })).toMatchObject({ status: 200 });
  const other = await connect(server.config.database);
  const [row] = await other.sql('SELECT change_key, files FROM quoin_model_changes');
  await other.close();
  const files = JSON.parse(String(row?.['files'])) as Journal['files'];
  const journal = { key: String(row?.['change_key']), pid: process.pid, files };
  writeJournal(server.folder, journal);
  return journal;
}

test('a committed change is finished', async () => {
  await using server = await openLiveServer();
  await crashed(server);
  const whole = server.file(SCHEMA);
  writeFileSync(path.join(server.folder, SCHEMA), '{"half": ');
  rmSync(path.join(server.folder, 'src/api/note/routes/note.js'));
  await settleModelChange(server.folder, server.config);
  expect(server.file(SCHEMA)).toBe(whole);
  expect(existsSync(path.join(server.folder, 'src/api/note/routes/note.js'))).toBe(true);
  expect(readJournal(server.folder)).toBeNull();
});

test('a change that was not committed is taken back', async () => {
  await using server = await openLiveServer();
  const journal = await crashed(server);
  writeJournal(server.folder, { ...journal, key: randomUUID() });
  await settleModelChange(server.folder, server.config);
  expect(existsSync(path.join(server.folder, 'src/api/note'))).toBe(false);
  expect(existsSync(path.join(server.folder, '.quoin'))).toBe(false);
});

test('a change that another process is making is left alone', async () => {
  await using server = await openLiveServer();
  const journal = await crashed(server);
  const text = readFileSync(path.join(server.folder, SCHEMA), 'utf8');
  writeJournal(server.folder, { ...journal, key: randomUUID(), pid: process.ppid });
  await settleModelChange(server.folder, server.config);
  expect(server.file(SCHEMA)).toBe(text);
  expect(readJournal(server.folder)).not.toBeNull();
});
