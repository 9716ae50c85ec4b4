import { describe, expect, test } from 'vitest';
import type { RecordedChange } from './change-log.ts';
import { NO_RENAMES } from './renames.ts';
import { inverseRenames, undoOf } from './undo.ts';

const FILE = 'src/api/note/content-types/note/schema.json';
const CHANGE: RecordedChange = {
  key: 'one',
  at: 0,
  adminId: 1,
  texts: [],
  keeps: [{ uid: 'api::note.note', attribute: 'body' }],
  renames: NO_RENAMES,
  files: [{ path: FILE, before: '{"was": 1}', after: '{"is": 1}' }],
  undoes: null,
};
const KEPT = {
  key: 1,
  uid: 'api::note.note',
  attribute: 'body',
  form: 'text',
  storage: { kind: 'columns' as const, table: 'notes', columns: ['body'] },
  raw: {},
  attributes: [],
};

describe('undoing a change', () => {
  test('restores files and models', () => {
    const undo = undoOf(CHANGE, { files: { read: () => '{"is": 1}' }, retained: [KEPT] });
    const { models, files } = undo(new Map());
    expect(files).toEqual([{ path: FILE, before: '{"is": 1}', after: '{"was": 1}' }]);
    expect(models.get('api::note.note')).toMatchObject({
      modelType: 'contentType',
      json: { was: 1 },
    });
  });

  test('is rejected if a file has changed since', () => {
    const context = { files: { read: () => '{}' }, retained: [KEPT] };
    expect(() => undoOf(CHANGE, context)).toThrow(`these files were changed since: ${FILE}.`);
  });

  test('is rejected if retained values were deleted', () => {
    const context = { files: { read: () => '{"is": 1}' }, retained: [] };
    expect(() => undoOf(CHANGE, context)).toThrow('values were deleted or are in use again');
  });
});

describe('inverse renames', () => {
  test('exchange former and new names of models, attributes and values', () => {
    const renames = {
      models: new Map([['api::memo.memo', 'api::note.note']]),
      attributes: new Map([['api::memo.memo', new Map([['state', 'status']])]]),
      values: new Map([['api::memo.memo', new Map([['state', new Map([['old', 'new']])]])]]),
    };
    expect(inverseRenames(renames)).toEqual({
      models: new Map([['api::note.note', 'api::memo.memo']]),
      attributes: new Map([['api::note.note', new Map([['status', 'state']])]]),
      values: new Map([['api::note.note', new Map([['status', new Map([['new', 'old']])]])]]),
    });
  });

  test('are rejected if two values were merged', () => {
    const pairs = new Map([
      ['a', 'c'],
      ['b', 'c'],
    ]);
    const values = new Map([['api::note.note', new Map([['state', pairs]])]]);
    expect(() => inverseRenames({ ...NO_RENAMES, values })).toThrow('have become one');
  });
});
