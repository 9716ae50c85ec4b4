// In charge of `required` on relations and media, which counts where a project says so (`strictRelations`,
// docs/strapi/writing.md, "Options"). A value is judged by its form: what is linked already is not looked at.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { failed, NOTHING, pathOf } from './check-context.ts';
import type { CheckContext, Found, Place } from './check-context.ts';
import { echoRelation, isToOne, type LinkedAttribute } from './linked-attribute.ts';
import { NO_DOCUMENTS, type FoundDocuments } from './relation-echo.ts';

/** What was sent for an attribute. */
export interface SentRelation {
  /** Undefined where the key is missing. */
  readonly value: JsonValue | undefined;
  readonly place: Place;
}

/** Null where nothing must be there, or something is. Messages name the attribute alone, wherever it stands. */
export function missedRequired(
  { strictRelations, draft, missing }: CheckContext,
  attribute: LinkedAttribute,
  { value, place }: SentRelation,
): Found | null {
  if (!strictRelations || draft || !attribute.raw['required']) return null;
  const failure = { path: pathOf(place), message: `${attribute.name} must be defined.` };
  if (value === undefined) {
    if (!place.isNew) return null;
    const shown = missing === 'null' ? { value: null } : {};
    return failed(place, { ...failure, ...shown }, 2);
  }
  const isSingle = attribute.kind === 'media' ? !attribute.multiple : isToOne(attribute);
  const rules = { isNew: place.isNew, toOne: isSingle };
  if (!leavesEmpty(echoRelation(attribute, value, NO_DOCUMENTS), rules)) return null;
  const shown = (found: FoundDocuments): unknown => echoRelation(attribute, value, found);
  return { ...NOTHING, rounds: 2, findings: [{ kind: 'failure', failure, shown }] };
}

/** True for a value, as an error shows it, that leaves the attribute of a row without links. */
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

/** True for a list with something in it, and for what is no list. */
function isFilled(value: JsonValue): boolean {
  return value !== null && (!Array.isArray(value) || value.length > 0);
}
