// Files of an archive in a project's folder, until the import commits or is rolled back.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openProject } from '../../app/project.ts';
import { openBucket } from '../../../test/support/bucket.ts';
import { makeProject } from '../../../test/support/project-folder.ts';
import { createImportedFiles, type ImportedFilesResult } from './imported-files.ts';

let uploads: string;
let files: ImportedFilesResult;

beforeEach(async () => {
  const folder = makeProject({});
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  uploads = path.join(folder, 'public', 'uploads');
  mkdirSync(path.join(uploads, '.incoming'), { recursive: true });
  mkdirSync(path.join(uploads, 'folder'));
  for (const name of ['.gitkeep', 'old.png', 'both.png', 'folder/inner.png']) {
    writeFileSync(path.join(uploads, name), `old ${name}`);
  }
  const project = await openProject(folder, { environment: {}, writeSecrets: false });
  files = await createImportedFiles(project.config);
  for (const name of ['new.png', 'both.png']) {
    writeFileSync(path.join(files.folder, name), `new ${name}`);
  }
});

async function place(): Promise<void> {
  await files.clear();
  for (const name of ['new.png', 'both.png']) {
    const staged = path.join(files.folder, name);
    expect(await files.put({ name, path: staged, mime: 'image/png' })).toBe(`/uploads/${name}`);
  }
  await files.flush();
}

const contents = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(uploads, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .map((file) => [path.relative(uploads, file), readFileSync(file, 'utf8')]),
  );

const OLD = {
  '.gitkeep': 'old .gitkeep',
  'both.png': 'old both.png',
  'folder/inner.png': 'old folder/inner.png',
  'old.png': 'old old.png',
};

describe('files of an archive', () => {
  test('replace existing files', async () => {
    await place();
    await files.finish();
    expect(contents()).toEqual({
      '.gitkeep': 'old .gitkeep',
      'both.png': 'new both.png',
      'new.png': 'new new.png',
    });
  });

  test('are removed if the import is rolled back', async () => {
    await place();
    await files.undo();
    expect(contents()).toEqual(OLD);
    expect(readdirSync(uploads).toSorted()).toEqual([
      '.gitkeep',
      '.incoming',
      'both.png',
      'folder',
      'old.png',
    ]);
  });

  test('are removed if they were never placed', async () => {
    await files.undo();
    expect(contents()).toEqual(OLD);
  });
});

test('uploads files of an archive to a bucket and keeps existing files', async () => {
  const bucket = await openBucket();
  const providerOptions = { s3Options: bucket.options };
  const plugins = { upload: { config: { provider: 'aws-s3', providerOptions } } };
  const folder = makeProject({ 'config/plugins.json': plugins, 'public/uploads/old.png': 'old' });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { config } = await openProject(folder, { environment: {}, writeSecrets: false });
  for (const end of ['undo', 'finish'] as const) {
    const placed = await createImportedFiles(config);
    const staged = path.join(placed.folder, 'new.png');
    writeFileSync(staged, `new, ${end}`);
    await placed.clear();
    const url = await placed.put({ name: 'new.png', path: staged, mime: 'image/png' });
    expect(url).toBe(`${bucket.address}/new.png`);
    expect(placed.provider).toBe('aws-s3');
    await placed[end]();
    expect(bucket.bytes('new.png').toString()).toBe(`new, ${end}`);
  }
  expect(readdirSync(path.join(folder, 'public', 'uploads'))).toEqual(['old.png']);
});
