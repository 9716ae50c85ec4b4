// In charge of checking what a write sends for a document, and of turning it into what is written. A pure function:
// what only the database knows is named in its result, to be looked up (docs/strapi/writing.md).
import type { AppError } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { Registry } from '../schema/registry.ts';
import type { ContentType } from '../schema/types.ts';
import { checkAttributes } from './check/check-attributes.ts';
import type { CheckContext, CheckedObject } from './check/check-context.ts';
import { echoAttributes, type Echo } from './check/echo.ts';
import type { FoundDocuments } from './check/relation-echo.ts';
import { sentValue } from './check/written-attributes.ts';
import type { Finding } from './finding.ts';
import type { EntryInput } from './input.ts';
import type { ProjectRules } from './project-rules.ts';
import { checkScalar } from './values/check-scalar.ts';
import { isTooDeep } from '../base/json.ts';
import { ALL_VISIBLE } from './visibility.ts';

export type { Echo } from './check/echo.ts';
export type { FoundDocuments } from './check/relation-echo.ts';

/** What counts in a check. Where a project's rules are not said, relations may be missing, and all is visible. */
export interface WriteRules extends Partial<ProjectRules> {
  /** create: missing keys count and defaults are filled in; update: only what is sent. */
  readonly action: 'create' | 'update';
  /** Rules of publication are not checked (docs/strapi/publishing.md, "Draft rules and publication rules"). */
  readonly draft: boolean;
  /**
   * What a missing key without default counts as in a new row: `null` as in a stored draft that is published.
   * `absent` where nothing is said.
   */
  readonly missing?: 'absent' | 'null';
}

/** What was sent for a document. Its keys were checked (`checkKeys`). */
export interface SentEntry {
  readonly type: ContentType;
  readonly data: JsonObject;
}

export interface CheckedEntry {
  /** Components and relations stand in the order of the body: the first unknown document in it is told. */
  readonly input: EntryInput;
  /** Failures and look-ups, in the order of the answer. */
  readonly findings: readonly Finding[];
  /**
   * What is wrong with relations or zones for good: told last, with path [] and the echo as value, in place of row ids
   * that do not exist. Null: nothing.
   */
  readonly relationProblem: string | null;
  /** The first unreadable date or id that no component can have, if any: told alone, where nothing else is wrong. */
  readonly late: readonly AppError[];
  /**
   * The whole data as failures with path [] show it: after casts and defaults, with row ids in place of documents.
   * @param system `publishedAt`, and `locale` of localized types: laid over what was sent
   */
  echo(found: FoundDocuments, system: JsonObject): Echo;
}

/** Checks the values of a write. Takes time in proportion to `data`, and leaves it as it is. */
export function checkEntry(
  registry: Registry,
  { type, data }: SentEntry,
  rules: WriteRules,
): CheckedEntry {
  const { action, missing = 'absent', isVisible = ALL_VISIBLE } = rules;
  const context: CheckContext = {
    registry,
    action,
    draft: rules.draft,
    missing,
    strictRelations: rules.strictRelations ?? false,
    isVisible,
    free: false,
    checkObject: (sent, place): CheckedObject => checkAttributes(context, sent, place),
  };
  const { values, components, relations, findings, late, problem } = checkAttributes(
    context,
    { model: type, data },
    { step: null, label: '', models: [type.uid], isNew: action === 'create' },
  );
  return {
    input: { uid: type.uid, values, components, relations },
    findings: [...findings, ...localeFindings(type, data)],
    late: late ? [late()] : [],
    relationProblem: problem,
    echo: (found, system) => {
      const inside = { registry, action, missing, isVisible, found, depth: 0 };
      const sent = echoAttributes(inside, { model: type, data }, ['locale']);
      const echo = { ...sent, ...system };
      return isTooDeep(echo) ? system : echo;
    },
  };
}

/** What is sent as `locale` for a type without locales is not stored, and must be a text all the same. */
function localeFindings(type: ContentType, data: JsonObject): readonly Finding[] {
  const attribute = type.attributes.get('locale');
  const value = sentValue(data, 'locale');
  if (type.localized || attribute?.kind !== 'scalar' || value === undefined) return [];
  const rules = { complete: false, draft: true };
  const { failures } = checkScalar({ attribute, label: 'locale', rules }, value);
  return failures.map(({ path, ...failure }) => ({
    kind: 'failure',
    failure: { ...failure, path: ['locale', ...path] },
  }));
}
