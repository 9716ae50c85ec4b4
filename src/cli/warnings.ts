// Formats the warnings of a start: a few are printed in full, many are summarized in one line.
import type { Project } from '../project/load.ts';
import type { WarningKind } from '../project/warnings.ts';

/** Maximum number of warnings printed in full. */
const MAX_SHOWN = 3;

const ABOUT: readonly (readonly [WarningKind, string])[] = [
  ['configuration', 'the configuration'],
  ['schemas', 'schemas'],
  ['routes', 'routes'],
  ['code', 'project code'],
];

/**
 * Lines for the console.
 * @param known Warnings that were printed before
 */
export function describeWarnings(
  { warnings, warningGroups }: Pick<Project, 'warnings' | 'warningGroups'>,
  known: ReadonlySet<string> = new Set(),
): readonly string[] {
  const isNew = (text: string): boolean => !known.has(text);
  const fresh = warnings.filter(isNew);
  if (fresh.length <= MAX_SHOWN) return fresh;
  const counts = ABOUT.flatMap(([kind, what]) => {
    const count = warningGroups[kind].filter(isNew).length;
    return count > 0 ? [`${count} about ${what}`] : [];
  });
  return [`${fresh.length} warnings: ${counts.join(', ')}. To read them, run: quoin check`];
}
