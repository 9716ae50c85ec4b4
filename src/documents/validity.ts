// In charge of whether what was sent, or what is stored, may be written: everything that is wrong is told at once
// (docs/strapi/writing.md, "Validation"; docs/strapi/publishing.md, "Draft rules and publication rules").
import type { WriteSteps } from '../storage/database.ts';
import { checkEntry, type CheckedEntry } from './check-entry.ts';
import type { DocumentRow } from './document-rows.ts';
import { NO_DOCUMENTS } from './check/relation-echo.ts';
import { failuresError, withRows, type Failure } from './finding.ts';
import { readStored } from './stored-entries.ts';
import type { PlacesIn } from './placed-components.ts';
import { holdsLongTexts, type Extent } from './ruled-values.ts';
import type { Targets } from './targets.ts';
import { failuresOf } from './unique.ts';
import { scopeOf, type Version } from './version.ts';
import type { WriteContext } from './write-context.ts';

/** What was sent, checked, and the rows that it names. */
export interface SentDocument {
  readonly checked: CheckedEntry;
  readonly targets: Targets;
}

/**
 * Refuses what is wrong with what was sent; then what is told one at a time.
 * @param documentId Null: the document is not there yet
 * @throws ValidationError with everything that is wrong
 */
export function* assertValid(
  context: WriteContext,
  version: Version,
  {
    sent: { checked, targets },
    documentId,
  }: { readonly sent: SentDocument; readonly documentId: string | null },
): WriteSteps<void> {
  const scope = scopeOf(version, documentId);
  const found = withRows(checked.findings, targets);
  const failures: Failure[] = [...(yield* failuresOf(context, scope, found))];
  const problem = checked.relationProblem ?? missingMessage(targets);
  if (problem !== null) {
    const publishedAt = version.type.draftAndPublish ? null : new Date().toISOString();
    const locale = version.locale === null ? {} : { locale: version.locale };
    const value = checked.echo(targets, { ...locale, publishedAt });
    failures.push({ path: [], message: problem, value });
  }
  if (failures.length > 0) throw failuresError(failures);
  const late = checked.late[0] ?? targets.late;
  if (late) throw late;
}

/** The type of drafts, and what stands in them. */
type DraftKind = Pick<Version, 'type'> & { readonly placesIn: PlacesIn };

/**
 * Refuses drafts that do not keep the rules of what is published: they are checked once more, as they are stored. Of
 * several the first one's mistakes are told.
 * @throws ValidationError
 */
export function* assertPublishable(
  context: WriteContext,
  kind: DraftKind,
  drafts: readonly DocumentRow[],
): WriteSteps<void> {
  const { type, placesIn } = kind;
  const rows = drafts.map(({ id }) => id);
  const isLong = yield* holdsLongTexts(context, { uid: type.uid, rows, placesIn });
  const extent = isLong ? 'all' : 'ruled';
  const refused = yield* firstFailures(context, { ...kind, extent }, drafts);
  if (refused === null) return;
  // What is wrong is told with the values beside it.
  throw failuresError(
    (yield* firstFailures(context, { ...kind, extent: 'all' }, drafts)) ?? refused,
  );
}

/** Null: there are none. */
function* firstFailures(
  context: WriteContext,
  { type, placesIn, extent }: DraftKind & { readonly extent: Extent },
  drafts: readonly DocumentRow[],
): WriteSteps<readonly Failure[] | null> {
  const { registry, rules } = context;
  const rows = drafts.map(({ id }) => id);
  const stored = yield* readStored(context, { uid: type.uid, rows }, { placesIn, extent });
  for (const { id, documentId, locale } of drafts) {
    const { findings } = checkEntry(
      registry,
      { type, data: stored.get(id) ?? {} },
      { ...rules, action: 'create', draft: false, missing: 'null' },
    );
    const found = withRows(findings, NO_DOCUMENTS);
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
