// The files of the repository that people read, and the comments and paragraphs in them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** Folders with installed, built or recorded files. */
const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'vendor', 'cases', 'cases-postgres']);

const CODE = /\.(ts|mts|mjs|js)$/;

/** A file of the repository. */
export interface TextFile {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** A passage of prose: a comment, or a paragraph, list item or table row of a Markdown file. */
export interface Passage {
  readonly file: string;
  /** On one line. */
  readonly text: string;
}

/** Paths of all files below the root, hidden ones left out. */
export function repositoryPaths(root: string): readonly string[] {
  const walk = (folder: string): readonly string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) return [];
      const file = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? walk(file) : [file];
    });
  return walk('');
}

/** The source files and Markdown pages among some paths. */
export function readTexts(root: string, paths: readonly string[]): readonly TextFile[] {
  return paths
    .filter((file) => CODE.test(file) || file.endsWith('.md'))
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
}

/** All prose of a file. */
export function passagesOf(file: TextFile): readonly Passage[] {
  const texts = file.path.endsWith('.md') ? paragraphsOf(file.text) : commentsOf(file);
  return texts.map((text) => ({ file: file.path, text: text.replace(/\s+/g, ' ') }));
}

/** A Markdown text without its fenced code. */
export function withoutFences(text: string): string {
  return text.replace(/^ *```.*?^ *```$/gms, '');
}

/** The anchors of a Markdown page, as GitHub derives them from its headings. */
export function anchorsOf(text: string): ReadonlySet<string> {
  return new Set(
    headingsOf(text).map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** The headings of a Markdown page, without marks. */
export function headingsOf(text: string): readonly string[] {
  return [...withoutFences(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading ?? '').replace(/[`*]/g, ''),
  );
}

function paragraphsOf(text: string): readonly string[] {
  return withoutFences(text).split(/\n\s*\n|\n(?=\s*[-*|] ?)/);
}

/** Comments of a module; line comments that follow one another are one comment. */
function commentsOf({ path: file, text }: TextFile): readonly string[] {
  const { comments } = parseSync(file, text);
  const joined: string[] = [];
  let end = -1;
  for (const comment of comments) {
    const words = comment.value.replace(/^\s*\* ?/gm, '');
    const follows =
      comment.type === 'Line' && end >= 0 && /^\n[ \t]*$/.test(text.slice(end, comment.start));
    if (follows) joined.push(`${joined.pop() ?? ''} ${words}`);
    else joined.push(words);
    end = comment.type === 'Line' ? comment.end : -1;
  }
  return joined;
}
