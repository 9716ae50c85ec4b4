// Recovery of a change of the content model whose process was killed: PostgreSQL may still commit its transaction.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { recoverModelChange } from '../../src/app/model-changes/recover-model-change.ts';
import { currentIdentity } from '../../src/base/process-identity.ts';
import { readJournal, writeJournal, type Journal } from '../../src/model/files/journal.ts';
import { eventually } from '../support/eventually.ts';
import { openLiveServer } from '../support/live-server.ts';
import { newNote } from '../support/note-elements.ts';
import { connect } from '../support/test-database.ts';

const WAITING = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`;

test('waits for the transaction, and completes the change', async () => {
  await using server = await openLiveServer();
  const note = newNote({ body: { type: 'text' } });
  expect(await server.update({ contentTypes: [note] })).toMatchObject({ status: 200 });
  const [backend, other] = [
    await connect(server.config.database),
    await connect(server.config.database),
  ];
  const [row] = await other.sql('SELECT files FROM quoin_model_changes');
  const files = JSON.parse(String(row?.['files'])) as Journal['files'];
  const journal = { key: randomUUID(), owner: currentIdentity(), files };
  writeJournal(server.folder, journal);
  // The lock of every write transaction, and the record of the change.
  await backend.script(`BEGIN; SELECT pg_advisory_xact_lock(7381655212);
    UPDATE quoin_model_changes SET change_key = '${journal.key}'`);
  const recovered = recoverModelChange(server.folder, server.config);
  await eventually(async () => (await other.sql(WAITING)).length === 1);
  await backend.script('COMMIT');
  await recovered;
  const schema = path.join(server.folder, 'src/api/note/content-types/note/schema.json');
  expect(existsSync(schema)).toBe(true);
  expect(readJournal(server.folder)).toBeNull();
  await backend.close();
  await other.close();
});
