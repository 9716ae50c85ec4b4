// Converts the values of relations and media to the form that error responses contain: lists of row ids in `set`, `connect`
// and `disconnect`.
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { DocumentTarget } from '../input.ts';
import { elementsOf } from './parse-relation.ts';
import { namesTarget, parseTarget, toDocument } from './parse-target.ts';
import { sentValue } from './written-attributes.ts';

/** The rows of the documents that a write names. */
export interface FoundDocuments {
  /** The row ids of a document. */
  rowsOf(uid: string, target: DocumentTarget): readonly number[];
  /** The locale that positions contain if the document has none; null for none. */
  readonly locale: string | null;
}

/** The result without a lookup. */
export const NO_DOCUMENTS: FoundDocuments = { rowsOf: () => [], locale: null };

interface Related {
  readonly found: FoundDocuments;
  /** The target type of the attribute; null if each target names its own. */
  readonly uid: string | null;
  /** True if only the last target of `set` is included. */
  readonly toOne: boolean;
}

/** Converts a value. */
export function relationEcho(value: JsonValue, related: Related): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (!isJsonObject(value) || namesTarget(value)) return { set: echoSet(value, related) };
  const echo: Record<string, unknown> = {};
  for (const key of OPERATIONS) {
    const operand = sentValue(value, key);
    if (operand !== undefined) echo[key] = echoOperation(key, operand, related);
  }
  return echo;
}

const OPERATIONS = ['set', 'connect', 'disconnect', 'options'] as const;

function echoOperation(key: string, value: JsonValue, related: Related): unknown {
  if (!value || value === true || key === 'options') return value;
  return key === 'set' ? echoSet(value, related) : echoTargets(value, related);
}

function echoSet(value: JsonValue, related: Related): readonly unknown[] {
  const elements = elementsOf(value);
  return echoElements(related.toOne ? elements.slice(-1) : elements, related);
}

function echoTargets(value: JsonValue, related: Related): readonly unknown[] {
  return echoElements(elementsOf(value), related);
}

function echoElements(
  elements: ReturnType<typeof elementsOf>,
  related: Related,
): readonly unknown[] {
  return elements.flatMap(({ element }): readonly unknown[] => {
    const target = parseTarget(element);
    const type = related.uid ?? (isJsonObject(element) ? sentValue(element, '__type') : undefined);
    const uid = typeof type === 'string' ? type : '';
    const rowsOf = (named: DocumentTarget): readonly number[] => related.found.rowsOf(uid, named);
    if (target?.by !== 'documentId') {
      if (isJsonObject(element)) return [element];
      return [typeof element === 'string' && !target ? { documentId: element } : { id: element }];
    }
    const rows = rowsOf(target);
    if (rows.length === 0) return [{ documentId: target.documentId }];
    const { locale } = related.found;
    const position = isJsonObject(element) ? positionEcho(element, { rowsOf, locale }) : {};
    const own = related.uid === null ? { __type: uid } : {};
    return rows.map((id) => ({ id, ...position, ...own }));
  });
}

interface FoundAnchors {
  readonly rowsOf: (target: DocumentTarget) => readonly number[];
  readonly locale: string | null;
}

function positionEcho(element: JsonObject, { rowsOf, locale }: FoundAnchors): object {
  const position = sentValue(element, 'position');
  if (!position) return {};
  const shown = Object.entries(position).map(([key, value]) => {
    const isAnchor = (key === 'before' || key === 'after') && typeof value === 'string';
    const anchor = isAnchor ? toDocument(value, element) : null;
    return [key, (anchor && rowsOf(anchor)[0]) ?? value];
  });
  const own = typeof position === 'object' && !sentValue(element, 'locale') && locale !== null;
  return { position: { ...(own ? { locale } : {}), ...Object.fromEntries(shown) } };
}
