// Describes how a start changed the database.
import type { Store } from '../app/store.ts';
import type { OptionChange } from '../documents/options/switch-options.ts';
import type { PrepareReport } from '../storage/migration/prepare-database.ts';

/** Maximum number of names in a line. */
const NAMED = 8;

/** `1 file`, `2 files`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** `2 files with 3 formats`. */
export function describeFiles({
  files,
  formats,
}: {
  readonly files: number;
  readonly formats: number;
}): string {
  return counted(files, 'file') + (formats > 0 ? ` with ${counted(formats, 'format')}` : '');
}

/** Lines for the console; none if nothing changed. */
export function describeReport(report: Store['report']): readonly string[] {
  if (report.created) return ['Created a new database.'];
  return [...describeLayout(report), ...report.switched.flatMap(describeSwitched)];
}

function describeLayout(report: PrepareReport): readonly string[] {
  const done: readonly (readonly [string, readonly string[]])[] = [
    ['Tables added', report.tables],
    ['Columns added', report.columns],
    ['Columns altered with their values', report.altered],
    ['Indexes added', report.indexes],
    ['Default rows added to', report.filled],
  ];
  return done
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what}: ${listNames(names)}.`);
}

function describeSwitched({ uid, drafts, locales }: OptionChange): readonly string[] {
  const lines: string[] = [];
  if (drafts === 'kept') {
    lines.push(`Drafts were switched off for ${uid}: existing drafts are kept but not served.`);
  } else if (drafts) {
    const { made, replaced, kept } = drafts;
    const others = [
      ...(replaced > 0 ? [`${replaced} older ones updated`] : []),
      ...(kept > 0 ? [`${kept} existing ones kept`] : []),
    ];
    lines.push(`Drafts were switched on for ${uid}: ${[`${made} created`, ...others].join(', ')}.`);
  }
  if (locales && locales.filled !== null) {
    lines.push(
      `Locales were switched on for ${uid}: ${locales.filled} entries without a locale now have "${locales.locale}".`,
    );
  } else if (locales) {
    lines.push(
      `Locales were switched off for ${uid}: "${locales.locale}" is served; other locales are kept but not served.`,
    );
  }
  return lines;
}

/** Joins names: `a, b and 3 more`. */
export function listNames(names: readonly string[], max: number = NAMED): string {
  const more = names.length - max;
  return more > 0 ? `${names.slice(0, max).join(', ')} and ${more} more` : names.join(', ');
}

/** Says why responses are not cached. @param names Of middlewares */
export function describeForAll(names: readonly string[]): string {
  return `All requests run through the project’s middlewares, so responses are not cached: ${names.join(', ')}`;
}
