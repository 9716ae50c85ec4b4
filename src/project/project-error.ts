// In charge of telling everything that keeps a project from starting, all at once: one error, printed by the
// console as it stands, with the file, the place in it and what to do.
import { adviseInstall, missingPackage } from './missing-modules.ts';
import type { SchemaIssue } from '../schema/types.ts';

/** A mistake in a schema, a configuration file or the folder itself. `path` may be empty. */
export interface ProjectIssue extends SchemaIssue {
  /** A package that is not installed; all missing packages are reported as one error. */
  readonly missing?: string;
}

/** The issue of a file that cannot be run. */
export function cannotRun(file: string, error: unknown): ProjectIssue {
  const issue = { file, path: '', message: `This file cannot be run: ${reasonOf(error)}` };
  const missing = missingPackage(error);
  return missing === null ? issue : { ...issue, missing };
}

function withoutRepetition(issues: readonly ProjectIssue[]): readonly ProjectIssue[] {
  const missing = issues.flatMap((issue) => issue.missing ?? []);
  if (missing.length === 0) return issues;
  const others = issues.filter((issue) => issue.missing === undefined);
  return [{ file: 'package.json', path: '', message: adviseInstall(missing) }, ...others];
}

/** The project cannot start. `message` lists every issue, grouped by file. */
export class ProjectError extends Error {
  override readonly name = 'ProjectError';
  readonly issues: readonly ProjectIssue[];

  constructor(found: readonly ProjectIssue[], options?: { readonly cause?: unknown }) {
    const issues = withoutRepetition(found);
    super(`This project cannot start: ${countIssues(issues)}.\n${listIssues(issues)}`, options);
    this.issues = issues;
  }
}

/** How many there are, in words: `one error`, `2 errors`. */
export function countIssues({ length }: readonly ProjectIssue[]): string {
  return length === 1 ? 'one error' : `${length} errors`;
}

/** Lines for a console: an empty one, a file name, and below it one for each mistake in that file; and so on. */
export function listIssues(issues: readonly ProjectIssue[]): string {
  const files = [...new Set(issues.map((issue) => issue.file))];
  return files
    .flatMap((file) => ['', file, ...issues.filter(inFile(file)).map(describeIssue)])
    .join('\n');
}

/** One line that names the place of a mistake, and what it is. */
export function oneLine({ file, path, message }: ProjectIssue): string {
  return `${[file, path].filter(Boolean).join(', ')}: ${message}`;
}

function inFile(file: string): (issue: ProjectIssue) => boolean {
  return (issue) => issue.file === file;
}

function describeIssue({ path, message }: ProjectIssue): string {
  return path === '' ? `  ${message}` : `  ${path}: ${message}`;
}

/** What a caught value says, for a message. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] ?? '').trim() || 'no reason given';
}
