// Recovery at the start after a crash during a change of the content model.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openLiveServer, type LiveServer } from '../../../test/support/live-server.ts';
import { newNote } from '../../../test/support/note-elements.ts';
import { connect } from '../../../test/support/test-database.ts';
import { currentIdentity, type ProcessIdentity } from '../../base/process-identity.ts';
import { readJournal, writeJournal, type Journal } from '../../model/files/journal.ts';
import { recoverFolder } from '../project.ts';
import { recoverModelChange } from './recover-model-change.ts';

const SCHEMA = 'src/api/note/content-types/note/schema.json';
const NOTE = newNote({ body: { type: 'text' } });

/** Makes a change, and restores its journal as after a crash. */
async function crashed(server: LiveServer): Promise<Journal> {
  expect(await server.update({ contentTypes: [NOTE] })).toMatchObject({ status: 200 });
  const other = await connect(server.config.database);
  const [row] = await other.sql('SELECT change_key, files FROM quoin_model_changes');
  await other.close();
  const files = JSON.parse(String(row?.['files'])) as Journal['files'];
  const journal = { key: String(row?.['change_key']), owner: currentIdentity(), files };
  writeJournal(server.folder, journal);
  return journal;
}

test('completes a committed change', async () => {
  await using server = await openLiveServer();
  await crashed(server);
  const whole = server.file(SCHEMA);
  writeFileSync(path.join(server.folder, SCHEMA), '{"half": ');
  rmSync(path.join(server.folder, 'src/api/note/routes/note.js'));
  await recoverModelChange(server.folder, server.config);
  expect(server.file(SCHEMA)).toBe(whole);
  expect(existsSync(path.join(server.folder, 'src/api/note/routes/note.js'))).toBe(true);
  expect(readJournal(server.folder)).toBeNull();
});

test('reverts an uncommitted change', async () => {
  await using server = await openLiveServer();
  const journal = await crashed(server);
  writeJournal(server.folder, { ...journal, key: randomUUID() });
  await recoverModelChange(server.folder, server.config);
  expect(existsSync(path.join(server.folder, 'src/api/note'))).toBe(false);
  expect(existsSync(path.join(server.folder, '.quoin'))).toBe(false);
});

test('waits for a change in progress in another process', async () => {
  await using server = await openLiveServer();
  const journal = await crashed(server);
  const text = readFileSync(path.join(server.folder, SCHEMA), 'utf8');
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
  const started = await startOf(child);
  writeJournal(server.folder, { ...journal, key: randomUUID(), owner: started });
  await expect(recoverModelChange(server.folder, server.config, 0)).rejects.toThrow(
    `Process ${child.pid} is changing the content model`,
  );
  expect(server.file(SCHEMA)).toBe(text);
  const recovered = recoverModelChange(server.folder, server.config);
  child.kill('SIGKILL');
  await recovered;
  expect(existsSync(path.join(server.folder, SCHEMA))).toBe(false);
  expect(readJournal(server.folder)).toBeNull();
});

test('does not wait for a later process with a reused process id', async () => {
  await using server = await openLiveServer();
  const journal = await crashed(server);
  const owner = { ...currentIdentity(), pid: process.ppid, started: '1' };
  writeJournal(server.folder, { ...journal, key: randomUUID(), owner });
  await recoverModelChange(server.folder, server.config, 0);
  expect(readJournal(server.folder)).toBeNull();
});

test('removes partially written files', async () => {
  await using server = await openLiveServer();
  await crashed(server);
  const half = path.join(server.folder, path.dirname(SCHEMA), '.schema.json.quoin');
  writeFileSync(half, '{"ha');
  await recoverModelChange(server.folder, server.config);
  expect(existsSync(half)).toBe(false);
});

test('removes a journal that was not written completely', async () => {
  await using server = await openLiveServer();
  mkdirSync(path.join(server.folder, '.quoin'));
  writeFileSync(path.join(server.folder, '.quoin', '.change.json.quoin'), '{"ke');
  await recoverFolder(server.folder, server.config);
  expect(existsSync(path.join(server.folder, '.quoin'))).toBe(false);
});

/** Identity of a child process, which says so itself. */
async function startOf(child: ChildProcess): Promise<ProcessIdentity> {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return { ...currentIdentity(), pid: child.pid ?? 0, started };
}
