import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withMaxFileSize } from '../../../test/support/max-file-size.ts';
import { writeFiles } from './journal.ts';

test('no file changes if the disk is full, and reverting needs no space', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'quoin-files-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const files = [
    { path: 'src/a.json', before: 'a'.repeat(5000), after: 'A' },
    { path: 'src/b.json', before: 'b', after: 'B'.repeat(5000) },
    { path: 'src/c/d.json', before: null, after: 'D' },
  ];
  writeFiles(root, files, 'before');
  const stored = (): readonly string[] =>
    readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => readFileSync(path.join(each.parentPath, each.name), 'utf8'));
  const before = stored();
  expect(before).toEqual([files[0]?.before, files[1]?.before]);
  await withMaxFileSize(1000, async () => {
    expect(() => writeFiles(root, files, 'after')).toThrow(/EFBIG/);
    writeFiles(root, files, 'before');
  });
  expect(stored()).toEqual(before);
  expect(readdirSync(path.join(root, 'src'))).toEqual(['a.json', 'b.json']);
  writeFiles(root, files, 'after');
  expect(stored().toSorted()).toEqual(files.map(({ after }) => after).toSorted());
});
