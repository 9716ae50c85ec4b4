// In charge of reading which row or document one element of a relation names (docs/strapi/writing.md,
// "Forms of a relation").
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { DocumentTarget, TargetInput } from '../input.ts';
import { sentValue } from './written-attributes.ts';

/** The id of no row. */
const NO_ROW = 0;

/** Null where an element names nothing: an empty text, an object without ids, `true`. */
export function readTarget(element: JsonValue): TargetInput | null {
  if (typeof element === 'number') return { by: 'id', id: element };
  if (typeof element === 'string') {
    return isRowId(element) ? { by: 'id', id: rowId(element) } : toDocument(element, {});
  }
  if (!isJsonObject(element)) return null;
  const documentId = sentValue(element, 'documentId');
  if (documentId) return toDocument(textOf(documentId), element);
  const id = sentValue(element, 'id');
  return id === undefined ? null : { by: 'id', id: rowId(id) };
}

/** True for an object that names a target, or tries to. */
export function namesTarget(value: JsonObject): boolean {
  return Object.hasOwn(value, 'documentId') || Object.hasOwn(value, 'id');
}

/** A document as the neighbour of a target is named: by id alone; locale and status are those of the target. */
export function toDocument(documentId: string, target: JsonObject): DocumentTarget | null {
  if (documentId === '' || documentId.includes('\0')) return null;
  const locale = sentValue(target, 'locale');
  const status = sentValue(target, 'status');
  const version = status === 'published' ? status : 'draft';
  return {
    by: 'documentId',
    documentId,
    locale: locale ? textOf(locale) : null,
    status: status ? version : null,
  };
}

/** Text that begins with a number is meant as the id of a row, even where there can be no such row. */
function isRowId(text: string): boolean {
  return !Number.isNaN(Number.parseInt(text, 10));
}

function rowId(id: JsonValue): number {
  if (typeof id === 'number') return id;
  return typeof id === 'string' && /^\s*[+-]?\d+\s*$/.test(id) ? Number(id) : NO_ROW;
}

function textOf(value: JsonValue): string {
  return typeof value === 'object' ? '[object Object]' : String(value);
}
