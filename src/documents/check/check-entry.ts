// Checks the data of a write and converts it to the values to be written (docs/strapi/writing.md). A pure function: its
// result names what must be looked up in the database.
import type { AppError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { ReadAccess } from '../../query/access.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentType } from '../../schema/types.ts';
import { checkAttributes } from './check-attributes.ts';
import { BodyCheck } from './check-body.ts';
import type { CheckContext, CheckedObject } from './check-context.ts';
import { assertRootKeys } from './check-keys.ts';
import { echoAttributes, type Echo } from './echo.ts';
import type { FoundDocuments } from './relation-echo.ts';
import { sentValue } from './written-attributes.ts';
import type { Finding } from './finding.ts';
import type { EntryInput } from '../input.ts';
import type { ProjectRules } from '../write-context.ts';
import { checkScalar } from '../values/check-scalar.ts';
import { isTooDeep } from '../../base/json.ts';
import { ALL_VISIBLE } from './visibility.ts';

/** The rules of a check. By default relations are optional and all attributes are visible. */
export interface WriteRules extends Partial<ProjectRules> {
  /** `create`: missing keys are checked and defaults are applied. `update`: only the keys that were sent are checked. */
  readonly action: 'create' | 'update';
  /** True for a draft: publication rules are skipped (docs/strapi/publishing.md, "Draft rules and publication rules"). */
  readonly draft: boolean;
  /** How a missing key without a default is treated in a new row: as `null` when a stored draft is published. Default: `absent`. */
  readonly missing?: 'absent' | 'null';
  /** The access of the caller. Null, the default: keys, relations and limits are not checked. */
  readonly access?: ReadAccess | null;
}

/** The data that was sent for a document. */
export interface SentEntry {
  readonly type: ContentType;
  readonly data: JsonObject;
}

export interface CheckedEntry {
  /** Components and relations in the order of the body: the first unknown document is reported. */
  readonly input: EntryInput;
  /** Failures and lookups in the order of the response. */
  readonly findings: readonly Finding[];
  /**
   * An error in the form of relations or dynamic zones, or null. It is reported last, with an empty path and the echo as its
   * value, instead of row ids that do not exist.
   */
  readonly relationError: string | null;
  /** The first invalid date or component id, if any. It is reported only if there are no other errors. */
  readonly deferredErrors: readonly AppError[];
  /**
   * The data as it appears in an error with an empty path: with casts and defaults, and with row ids instead of documents.
   * @param system `publishedAt`, and `locale` of localized types, which replace the values that were sent
   */
  echo(found: FoundDocuments, system: JsonObject): Echo;
}

/** Keys of an entry that are allowed in addition to its attributes. */
const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * Checks the data of a write in one walk. Takes time in proportion to `data`, which is not changed.
 * @throws ValidationError for the first error in keys, relations and limits
 */
export function checkEntry(
  registry: Registry,
  { type, data }: SentEntry,
  rules: WriteRules,
): CheckedEntry {
  const { action, missing = 'absent', isVisible = ALL_VISIBLE, access } = rules;
  if (access) assertRootKeys(type, data);
  const body = access ? new BodyCheck(registry, access) : null;
  const context: CheckContext = {
    registry,
    action,
    draft: rules.draft,
    missing,
    strictRelations: rules.strictRelations ?? false,
    isVisible,
    isHidden: false,
    body,
    checkObject: (sent, location): CheckedObject => checkAttributes(context, sent, location),
  };
  const { values, components, relations, findings, deferredError, relationError } = checkAttributes(
    context,
    { model: type, extra: NO_KEYS, data },
    { step: null, label: '', models: [type.uid], isNew: action === 'create', isText: false },
  );
  if (body?.error) throw body.error;
  return {
    input: { uid: type.uid, values, components, relations },
    findings: [...findings, ...localeFindings(type, data)],
    deferredErrors: deferredError ? [deferredError()] : [],
    relationError,
    echo: (found, system) => {
      const inside = { registry, action, missing, isVisible, found, depth: 0 };
      const sent = echoAttributes(inside, { model: type, data }, ['locale']);
      const echo = { ...sent, ...system };
      return isTooDeep(echo) ? system : echo;
    },
  };
}

/** Checks `locale` of a type without locales: it is not stored, but must be a string. */
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
