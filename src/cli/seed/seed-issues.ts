// Errors in seed data, by file and location.
import type { AppError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import { CommandError } from '../command-error.ts';
import { within, type SeedLocation } from './seed-data.ts';

/** An error at a location. */
export interface SeedIssue extends SeedLocation {
  readonly message: string;
}

/** Creates the error that lists all issues. @param issues At least one */
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

/** Converts the errors of a write to issues. */
export function issuesOf(location: SeedLocation, error: AppError): readonly SeedIssue[] {
  const errors = error.details?.['errors'];
  if (!Array.isArray(errors)) return [{ ...location, message: error.message }];
  return errors.map((each: unknown) => {
    const { path = [], message = error.message } = isJsonObject(each) ? each : {};
    const parts = Array.isArray(path) ? path.map(String) : [];
    const at = parts.reduce((inner, part) => within(inner, toPart(part)), location);
    return { ...at, message: String(message) };
  });
}

function toPart(segment: string): string | number {
  return /^\d+$/.test(segment) ? Number(segment) : segment;
}
