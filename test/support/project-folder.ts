// Writes project folders that are removed after the test.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { atEnd } from './shared.ts';

/** Files by path; an object is written as JSON. */
export type ProjectFiles = Readonly<Record<string, string | object>>;

/** A folder with these files, perhaps over a copy of another folder. @returns its absolute path */
export function makeProject(files: ProjectFiles, copyOf?: string): string {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-project-')));
  atEnd(() => rmSync(root, { recursive: true, force: true }));
  if (copyOf) cpSync(copyOf, root, { recursive: true });
  writeFiles(root, files);
  return root;
}

/** Writes files into a folder, over those that are there. */
export function writeFiles(root: string, files: ProjectFiles): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
}

/** A collection type with these attributes, as its schema file has it. */
export function collectionType(
  singularName: string,
  attributes: object = { title: { type: 'string' } },
): object {
  return {
    kind: 'collectionType',
    collectionName: `${singularName.replaceAll('-', '_')}s`,
    info: { singularName, pluralName: `${singularName}s`, displayName: singularName },
    options: { draftAndPublish: true },
    attributes,
  };
}

/** Path of the schema file of a content-type in the API of the same name. */
export function schemaOf(name: string): string {
  return `src/api/${name}/content-types/${name}/schema.json`;
}

/** Posts with parts: files of a project with components. */
export function postsWithParts(): ProjectFiles {
  return {
    [schemaOf('post')]: collectionType('post', {
      title: { type: 'string' },
      parts: { type: 'component', repeatable: true, component: 'post.part' },
    }),
    'src/components/post/part.json': {
      collectionName: 'components_post_parts',
      info: { displayName: 'part' },
      attributes: { name: { type: 'string' } },
    },
  };
}
