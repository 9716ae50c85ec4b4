// In charge of telling every mistake in data that is to be seeded, by file, with its place and what to do.
import type { AppError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import { CommandError } from '../command-error.ts';
import { within, type Place } from './seed-data.ts';

/** A mistake, and where it stands. */
export interface SeedIssue extends Place {
  readonly message: string;
}

/** The error that lists mistakes. @param issues At least one */
export function seedError(issues: readonly SeedIssue[]): CommandError {
  const files = [...new Set(issues.map(({ file }) => file))];
  const count = issues.length === 1 ? 'one error' : `${issues.length} errors`;
  return new CommandError(
    [
      `Nothing was seeded: ${count}.`,
      ...files.flatMap((name) => [
        '',
        name,
        ...issues
          .filter(({ file }) => file === name)
          .map(({ path, message }) => `  ${path === '' ? '' : `${path}: `}${message}`),
      ]),
    ].join('\n'),
  );
}

/** What a write said of an entry, each at its own place. */
export function issuesOf(place: Place, error: AppError): readonly SeedIssue[] {
  const errors = error.details?.['errors'];
  if (!Array.isArray(errors)) return [{ ...place, message: error.message }];
  return errors.map((each: unknown) => {
    const { path = [], message = error.message } = isJsonObject(each) ? each : {};
    const parts = Array.isArray(path) ? path.map(String) : [];
    const at = parts.reduce((inner, part) => within(inner, toPart(part)), place);
    return { ...at, message: String(message) };
  });
}

function toPart(segment: string): string | number {
  return /^\d+$/.test(segment) ? Number(segment) : segment;
}
