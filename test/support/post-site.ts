// Projects with posts, a database and an API token: copies of one that the program makes once.
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runQuoin } from './program.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  writeFiles,
  type ProjectFiles,
} from './project-folder.ts';

/** A project folder. */
export interface PostSite {
  readonly folder: string;
  /** The database. */
  readonly file: string;
  /** Key of an API token with full access. */
  readonly token: string;
}

let template: Promise<PostSite> | null = null;

/** Makes a project with content-type `post`, removed at the end of the test. @param files Additional files */
export async function makePostSite(files: ProjectFiles = {}): Promise<PostSite> {
  template ??= makeTemplate();
  const { folder, token } = await template;
  return siteIn(makeProject(files, folder), token);
}

/** It is removed with the temporary folder of the run. */
async function makeTemplate(): Promise<PostSite> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-posts-')));
  writeFiles(folder, { [schemaOf('post')]: collectionType('post') });
  return siteIn(folder, await createToken(folder));
}

function siteIn(folder: string, token: string): PostSite {
  return { folder, file: path.join(folder, '.tmp/data.db'), token };
}

/** Creates an API token with full access, and the database if there is none. @returns its key */
export async function createToken(folder: string): Promise<string> {
  const words = ['token', 'create', '--name', 'me', '--type', 'full-access'];
  const { code, stdout, stderr } = await runQuoin(folder, ...words);
  if (code !== 0) throw new Error(stderr);
  return stdout.trimEnd().split('\n').at(-1) ?? '';
}
