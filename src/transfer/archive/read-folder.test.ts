// Unpacked archives.
import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject } from '../../../test/support/project-folder.ts';
import { readFolder } from './read-folder.ts';

function unpacked(...names: readonly string[]): string {
  const folder = makeProject(Object.fromEntries(names.map((name) => [name, `of ${name}`])));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function entriesIn(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name, bytes } of readFolder(folder)) {
    expect((await buffer(bytes)).toString()).toBe(`of ${name}`);
    names.push(name);
  }
  return names;
}

test('returns files in the order of an archive', async () => {
  const inOrder = [
    'schemas/schemas_00001.jsonl',
    'entities/entities_00001.jsonl',
    'entities/entities_00002.jsonl',
    'assets/metadata/a.png.json',
    'assets/uploads/a.png',
    'links/links_00001.jsonl',
    'configuration/configuration_00001.jsonl',
    'metadata.json',
  ];
  expect(await entriesIn(unpacked(...inOrder.toReversed()))).toEqual(inOrder);
  expect(await entriesIn(unpacked('links/links_00001.jsonl', 'readme.txt'))).toEqual([
    'links/links_00001.jsonl',
  ]);
});

test('rejects a symbolic link', async () => {
  const folder = unpacked('assets/uploads/a.png');
  symlinkSync('/etc/passwd', path.join(folder, 'assets/uploads/b.png'));
  await expect(entriesIn(folder)).rejects.toMatchObject({ reason: 'invalidArchive' });
});
