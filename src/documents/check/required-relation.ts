// Checks `required` of relations and media, which applies if a project sets `strictRelations` (docs/strapi/writing.md,
// "Options"). Only the value is checked, not the existing links.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { failed, NO_FINDINGS, pathOf } from './check-context.ts';
import type { CheckContext, CheckResult, DataLocation } from './check-context.ts';
import { echoRelation, isToOne, type LinkedAttribute } from './linked-attribute.ts';
import { NO_DOCUMENTS, type FoundDocuments } from './relation-echo.ts';

/** The value that was sent for an attribute. */
export interface SentRelation {
  /** Undefined for a missing key. */
  readonly value: JsonValue | undefined;
  readonly location: DataLocation;
}

/** Checks a required attribute; null if it is valid. Messages contain only the name of the attribute, without its path. */
export function checkRequired(
  { strictRelations, draft, missing }: CheckContext,
  attribute: LinkedAttribute,
  { value, location }: SentRelation,
): CheckResult | null {
  if (!strictRelations || draft || !attribute.raw['required']) return null;
  const failure = { path: pathOf(location), message: `${attribute.name} must be defined.` };
  if (value === undefined) {
    if (!location.isNew) return null;
    const shown = missing === 'null' ? { value: null } : {};
    return failed(location, { ...failure, ...shown }, 2);
  }
  const isSingle = attribute.kind === 'media' ? !attribute.multiple : isToOne(attribute);
  const rules = { isNew: location.isNew, toOne: isSingle };
  if (!leavesEmpty(echoRelation(attribute, value, NO_DOCUMENTS), rules)) return null;
  const shown = (found: FoundDocuments): unknown => echoRelation(attribute, value, found);
  return { ...NO_FINDINGS, rounds: 2, findings: [{ kind: 'failure', failure, shown }] };
}

/** True for a value, in its echo form, that leaves the attribute without links. */
export function leavesEmpty(
  value: unknown,
  { isNew, toOne }: { readonly isNew: boolean; readonly toOne: boolean },
): boolean {
  if (value === null) return true;
  if (!isJsonObject(value)) return false;
  const { set = null, connect = null, disconnect = null } = value;
  const isTaking = set === null && !isFilled(connect) && isFilled(disconnect);
  if (isTaking) return isNew || toOne;
  if (connect !== null) return !isFilled(connect) && (isNew || set !== null);
  return set !== null && !isFilled(set);
}

/** True for a list with items, and for any other value than null. */
function isFilled(value: JsonValue): boolean {
  return value !== null && (!Array.isArray(value) || value.length > 0);
}
