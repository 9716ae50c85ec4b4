// Error that lists everything that prevents a project from starting, with file, location and advice. Printed as it
// is.
import { UserError } from '../base/errors.ts';
import type { SchemaIssue } from '../schema/types.ts';

/** An error in a schema, a configuration file or the folder. `path` may be empty. */
export interface ProjectIssue extends SchemaIssue {
  /** A package that is not installed; all of them are reported as one error. */
  readonly missing?: string;
}

/** Creates the issue of a file that cannot be run. */
export function cannotRun(file: string, error: unknown): ProjectIssue {
  const line = lineIn(file, error);
  const where = line === null ? '' : ` (line ${line})`;
  const issue = { file, path: '', message: `This file cannot be run: ${reasonOf(error)}${where}` };
  const missing = missingPackage(error);
  return missing === null ? issue : { ...issue, missing };
}

/** The first line of a file that the stack of an error names. */
function lineIn(file: string, error: unknown): string | null {
  const stack = error instanceof Error ? (error.stack ?? '').replaceAll('\\', '/') : '';
  const [, after = ''] = stack.split(`/${file}:`);
  return /^\d+/.exec(after)?.[0] ?? null;
}

function withoutRepetition(issues: readonly ProjectIssue[]): readonly ProjectIssue[] {
  const missing = issues.flatMap((issue) => issue.missing ?? []);
  if (missing.length === 0) return issues;
  const others = issues.filter((issue) => issue.missing === undefined);
  return [{ file: 'package.json', path: '', message: adviseInstall(missing) }, ...others];
}

/** The project cannot start. `message` lists all issues by file. */
export class ProjectError extends UserError {
  override readonly name = 'ProjectError';
  readonly issues: readonly ProjectIssue[];

  constructor(found: readonly ProjectIssue[], options?: { readonly cause?: unknown }) {
    const issues = withoutRepetition(found);
    super(`This project cannot start: ${countIssues(issues)}.\n${listIssues(issues)}`, options);
    this.issues = issues;
  }
}

/** Runs `work`. @param file The file that its errors are reported for @throws ProjectError */
export function withProjectError<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ProjectError) throw error;
    const message = reasonOf(error);
    throw new ProjectError([{ file, path: '', message }], { cause: error });
  }
}

/** The number of issues in words: `one error`, `2 errors`. */
export function countIssues({ length }: readonly ProjectIssue[]): string {
  return length === 1 ? 'one error' : `${length} errors`;
}

/** Lines for the console: an empty line, a file name and its issues, for each file. */
export function listIssues(issues: readonly ProjectIssue[]): string {
  const files = [...new Set(issues.map((issue) => issue.file))];
  return files
    .flatMap((file) => ['', file, ...issues.filter(inFile(file)).map(describeIssue)])
    .join('\n');
}

/** One line with location and message. */
export function oneLine({ file, path, message }: ProjectIssue): string {
  return `${[file, path].filter(Boolean).join(', ')}: ${message}`;
}

function inFile(file: string): (issue: ProjectIssue) => boolean {
  return (issue) => issue.file === file;
}

function describeIssue({ path, message }: ProjectIssue): string {
  return path === '' ? `  ${message}` : `  ${path}: ${message}`;
}

/** Message of a caught value. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] ?? '').trim() || 'no reason given';
}

/** Returns the package that a `require` or `import` did not find; null for any other error. */
function missingPackage(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ERR_MODULE_NOT_FOUND') return null;
  const name = /^Cannot find (?:module|package) '([^']+)'/.exec(error.message)?.[1] ?? '';
  // A relative path is a file of the project.
  return /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*/.exec(name.replace(/^[A-Za-z]:[\\/].*/, ''))?.[0] ?? null;
}

/** Which packages to install. */
function adviseInstall(packages: readonly string[]): string {
  const names = [...new Set(packages)].toSorted().join(', ');
  const list = names.replaceAll(',', '');
  return (
    `Modules that this project needs are not installed: ${names}. Run "npm install" in the project. ` +
    `Those that are not in its package.json came with Strapi: "npm install ${list}" adds them.`
  );
}
