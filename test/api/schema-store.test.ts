// Changes of the content model that are stored in the database because the folder is read-only (docs/model-changes.md,
// "Where changes are stored").
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyProject } from '../../src/app/model-changes/project-copy.ts';
import { projectFiles } from '../../src/app/model-changes/project-files.ts';
import { openProject, recoverFolder } from '../../src/app/project.ts';
import { copiedFrom } from '../../src/project/folder.ts';
import { vendored } from '../support/vendored-projects.ts';
import { openLiveServer } from '../support/live-server.ts';
import { changedNote, newNote } from '../support/note-elements.ts';

const SCHEMA = 'src/api/note/content-types/note/schema.json';
const text = { type: 'text' };

/** A folder as it was deployed, read-only. */
function deploy(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-deployed-'));
  onTestFinished(() => {
    chmodSync(folder, 0o755);
    rmSync(folder, { recursive: true, force: true });
  });
  cpSync(vendored('conformance', 'projects', 'kitchen'), folder, { recursive: true });
  return folder;
}

test('serves a copy of the folder with the stored changes', async () => {
  await using server = await openLiveServer();
  await server.update({ contentTypes: [newNote({ body: text })] });
  await server.update({ contentTypes: [changedNote({ words: { ...text, renamedFrom: 'body' } })] });
  const folder = deploy();
  const before = projectFiles(folder).list('src');
  chmodSync(folder, 0o555);
  const { root, warnings } = await copyProject(folder, server.config.database);
  expect(warnings).toEqual([]);
  expect(readFileSync(path.join(root, SCHEMA), 'utf8')).toBe(server.file(SCHEMA));
  expect(projectFiles(root).list('src')).toEqual(projectFiles(server.folder).list('src'));
  expect(projectFiles(folder).list('src')).toEqual(before);
  expect([copiedFrom(root), copiedFrom(folder)]).toEqual([folder, null]);
  // Its configuration is that of the folder, even if it refers to files outside.
  writeFileSync(`${folder}.env`, 'FROM_OUTSIDE=yes\n');
  onTestFinished(() => rmSync(`${folder}.env`));
  const environment: Record<string, string> = { ENV_PATH: `../${path.basename(folder)}.env` };
  const options = { prepareFolder: recoverFolder, writeSecrets: false, environment };
  const project = await openProject(root, options);
  expect(environment['FROM_OUTSIDE']).toBe('yes');
  expect(project.config.server.publicFolder).toBe(path.join(folder, 'public'));
  expect(project.folder).toBe(root);
  expect(project.definitions.map(({ uid }) => uid)).toContain('api::note.note');
});

test('files that were deployed with other changes take precedence, with a warning', async () => {
  await using server = await openLiveServer();
  await server.update({ contentTypes: [newNote({ body: text })] });
  const folder = deploy();
  cpSync(path.join(server.folder, 'src/api/note'), path.join(folder, 'src/api/note'), {
    recursive: true,
  });
  await server.update({ contentTypes: [changedNote({ body: text, more: text })] });
  const pulled = await copyProject(folder, server.config.database);
  expect(readFileSync(path.join(pulled.root, SCHEMA), 'utf8')).toBe(server.file(SCHEMA));

  const deployed = server.file(SCHEMA).replaceAll('"more"', '"other"');
  writeFileSync(path.join(folder, SCHEMA), deployed);
  const { root, warnings } = await copyProject(folder, server.config.database);
  expect(readFileSync(path.join(root, SCHEMA), 'utf8')).toBe(deployed);
  expect(warnings).toEqual([expect.stringContaining(SCHEMA)]);
});
