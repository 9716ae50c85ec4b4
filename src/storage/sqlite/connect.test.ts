import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTemporary } from '../../../test/support/temp-database.ts';
import { BUSY_TIMEOUT, connectReadOnly } from './connect.ts';

test('a read-only connection maps the file and rejects writes', () => {
  const { file } = openTemporary('create table t(id integer primary key)');
  const connection = connectReadOnly(file, BUSY_TIMEOUT);
  onTestFinished(() => void connection.close());
  expect(connection.prepare('PRAGMA mmap_size').pluck().get()).toBeGreaterThan(0);
  expect(() => connection.exec('insert into t default values')).toThrow('readonly');
});

test('a read-only connection does not create a file', () => {
  const { file } = openTemporary('create table t(id integer primary key)');
  const missing = path.join(path.dirname(file), 'missing.db');
  expect(() => connectReadOnly(missing, BUSY_TIMEOUT)).toThrow();
});
