// Describes what an import wrote, and what it omitted and why.
import type { ImportReport, ImportScope } from '../../transfer/import/import-archive.ts';
import { counted, describeFiles, listNames } from '../report.ts';

/** Lines for the console. */
export function describeImport(
  report: ImportReport,
  { scope, dryRun }: { readonly scope: ImportScope; readonly dryRun: boolean },
): readonly string[] {
  const { version, rows, links, settings, webhooks, differences, skipped } = report;
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
  const imported = [
    ...(scope.content
      ? [`${counted(total, 'row')} of ${counted(rows.size, 'type')}`, counted(links, 'link')]
      : []),
    ...(scope.files ? [describeFiles(report)] : []),
    ...(scope.config ? [counted(settings, 'setting'), counted(webhooks, 'webhook')] : []),
  ];
  return [
    `${dryRun ? 'Nothing was changed. An import would add' : 'Imported'} ${listNames(imported)}${version === '' ? '' : `, from Strapi ${version}`}.`,
    ...[...rows].map(([uid, count]) => `  ${uid}: ${count}`),
    ...(differences.length > 0 ? ['The schemas differ:'] : []),
    ...differences.map((line) => `  ${line}`),
    ...(skipped.length > 0 ? ['Left out:'] : []),
    ...skipped.map(({ kind, count, first }) => `  ${count} ${kind} (first: ${first})`),
  ];
}
