// Describes what an export wrote, and what it omitted and why.
import type { ExportReport, ExportScope } from '../../transfer/export/export-project.ts';
import { counted, describeFiles, listNames } from '../report.ts';

/** Lines for the console. */
export function describeExport(report: ExportReport, scope: ExportScope): readonly string[] {
  const { rows, links, settings, webhooks, assets, lostLinks, pendingLinks } = report;
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
  const written = [
    ...(scope.content
      ? [`${counted(total, 'row')} of ${counted(rows.size, 'type')}`, counted(links, 'link')]
      : []),
    ...(scope.files ? [`${describeFiles(assets)} of ${counted(assets.bytes, 'byte')}`] : []),
    ...(scope.config ? [counted(settings, 'setting'), counted(webhooks, 'webhook')] : []),
  ];
  const leftOut = [
    { count: lostLinks, what: 'link', why: 'to rows that do not exist' },
    {
      count: pendingLinks,
      what: 'link',
      why: 'that are pending until their targets are published',
    },
    { count: assets.missing, what: 'file', why: `not found: ${listNames(assets.examples)}` },
  ].filter(({ count }) => count > 0);
  return [
    `Exported ${listNames(written)}.`,
    ...[...rows].map(([uid, count]) => `  ${uid}: ${count}`),
    ...(leftOut.length > 0 ? ['Left out:'] : []),
    ...leftOut.map(({ count, what, why }) => `  ${counted(count, what)} ${why}`),
  ];
}
