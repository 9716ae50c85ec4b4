// Validates the data of a write and stored drafts, and reports all errors at once (docs/strapi/writing.md, "Validation";
// docs/strapi/publishing.md, "Draft rules and publication rules").
import type { Attribute } from '../../schema/types.ts';
import type { WriteSteps } from '../../storage/session.ts';
import { checkEntry, type CheckedEntry } from '../check/check-entry.ts';
import type { DocumentRow } from '../rows/document-rows.ts';
import { NO_DOCUMENTS } from '../check/relation-echo.ts';
import { failuresError, resolveValues, type Failure, type Finding } from '../check/finding.ts';
import { readStored } from './stored-entries.ts';
import type { SlotsOf } from '../components/stored-components.ts';
import { holdsLongTexts, type ValueSelection } from './ruled-values.ts';
import type { Targets } from '../links/targets.ts';
import { failuresOf } from './unique.ts';
import { scopeOf, type Version } from '../version.ts';
import type { WriteContext } from '../write-context.ts';
import type { WriteOperation } from '../write-operation.ts';

/** Checked data, and the rows of its targets. */
export interface SentDocument {
  readonly checked: CheckedEntry;
  readonly targets: Targets;
}

/** The data of one row, and the row. */
interface SentRow {
  readonly sent: SentDocument;
  /** Null for a new document. */
  readonly documentId: string | null;
  /** True for the first row of a document or locale. */
  readonly isNew: boolean;
  /** Attributes that were not sent, whose values are copied from another locale and checked then; null for none. */
  readonly inherited: readonly Attribute[] | null;
}

/**
 * Validates the data of a write.
 * @throws ValidationError with all errors, or with the first deferred one
 */
export function* assertValid(
  { context, creatorsOf }: Pick<WriteOperation, 'context' | 'creatorsOf'>,
  version: Version,
  { sent: { checked, targets }, documentId, isNew, inherited }: SentRow,
): WriteSteps<void> {
  const scope = scopeOf(version, documentId);
  const findings = inherited ? withoutInherited(checked.findings, inherited) : checked.findings;
  const found = resolveValues(findings, targets);
  const failures: Failure[] = [...(yield* failuresOf(context, scope, found))];
  const problem = checked.relationError ?? missingMessage(targets);
  if (problem !== null) {
    const publishedAt = version.type.draftAndPublish ? null : new Date().toISOString();
    const locale = version.locale === null ? {} : { locale: version.locale };
    const value = checked.echo(targets, { ...locale, publishedAt, ...creatorsOf(isNew) });
    failures.push({ path: [], message: problem, value });
  }
  if (failures.length > 0) throw failuresError(failures);
  const late = checked.deferredErrors[0] ?? targets.deferredError;
  if (late) throw late;
}

/** Ignores failures of attributes that are copied. */
function withoutInherited(
  findings: readonly Finding[],
  inherited: readonly Attribute[],
): readonly Finding[] {
  const names = new Set(inherited.map(({ name }) => name));
  return findings.filter((finding) => {
    if (finding.kind !== 'failure') return true;
    const [name = ''] = finding.failure.path;
    return !names.has(name);
  });
}

/** The type of drafts, and their components. */
type DraftKind = Pick<Version, 'type'> & { readonly slotsOf: SlotsOf };

/**
 * Checks that stored drafts satisfy the publication rules.
 * @throws ValidationError with the errors of the first invalid draft
 */
export function* assertPublishable(
  context: WriteContext,
  kind: DraftKind,
  drafts: readonly DocumentRow[],
): WriteSteps<void> {
  const { type, slotsOf } = kind;
  const rows = drafts.map(({ id }) => id);
  const isLong = yield* holdsLongTexts(context, { uid: type.uid, rows, slotsOf });
  const extent = isLong ? 'all' : 'ruled';
  const failures = yield* firstFailures(context, { type, slotsOf, extent }, drafts);
  if (failures === null) return;
  // The errors contain other values of the draft, so they are computed again from all values.
  throw failuresError(
    (yield* firstFailures(context, { type, slotsOf, extent: 'all' }, drafts)) ?? failures,
  );
}

/** The failures of the first invalid draft, or null. */
function* firstFailures(
  context: WriteContext,
  { type, slotsOf, extent }: DraftKind & { readonly extent: ValueSelection },
  drafts: readonly DocumentRow[],
): WriteSteps<readonly Failure[] | null> {
  const { registry, rules } = context;
  const rows = drafts.map(({ id }) => id);
  const stored = yield* readStored(context, { uid: type.uid, rows }, { slotsOf, extent });
  const published = { action: 'create', draft: false, missing: 'null', ...rules } as const;
  for (const { id, documentId, locale } of drafts) {
    const { findings } = checkEntry(registry, { type, data: stored.get(id) ?? {} }, published);
    const found = resolveValues(findings, NO_DOCUMENTS);
    const scope = { uid: type.uid, documentId, locale: type.localized ? locale : null };
    const failures = yield* failuresOf(context, scope, found);
    if (failures.length > 0) return failures;
  }
  return null;
}

function missingMessage({ missing }: Targets): string | null {
  if (!missing) return null;
  return `${missing.count} relation(s) of type ${missing.uid} associated with this entity do not exist`;
}
