// In charge of telling what an import brought, and what it left out and why.
import type { ImportReport, ImportScope } from '../transfer/import/import-archive.ts';
import { listNames } from './report.ts';

/** Lines for the console. */
export function describeImport(
  report: ImportReport,
  { scope, dryRun }: { readonly scope: ImportScope; readonly dryRun: boolean },
): readonly string[] {
  const { version, rows, links, files, settings, webhooks, differences, skipped } = report;
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
  const brought = [
    ...(scope.content ? [`${total} rows of ${rows.size} types`, `${links} links`] : []),
    ...(scope.files ? [`${files} files`] : []),
    ...(scope.config ? [`${settings} settings`, `${webhooks} webhooks`] : []),
  ];
  return [
    `${dryRun ? 'Nothing was changed. An import would bring' : 'There are now'} ${listNames(brought)}${version === '' ? '' : `, from Strapi ${version}`}.`,
    ...[...rows].map(([uid, count]) => `  ${uid}: ${count}`),
    ...(differences.length > 0 ? ['The schemas differ:'] : []),
    ...differences.map((line) => `  ${line}`),
    ...(skipped.length > 0 ? ['Left out:'] : []),
    ...skipped.map(({ what, count, first }) => `  ${count} ${what} (first: ${first})`),
  ];
}
