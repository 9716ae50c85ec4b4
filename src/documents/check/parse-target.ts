// Parses the row or document that an element of a relation names (docs/strapi/writing.md, "Forms of a relation").
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { DocumentTarget, RowTarget, TargetInput } from '../input.ts';
import { sentValue } from './written-attributes.ts';

/** An id that no row has. */
const NO_ROW = 0;

/** Parses an element; null if it does not name a target: an empty string, an object without ids, `true`. */
export function parseTarget(element: JsonValue): TargetInput | null {
  if (typeof element === 'number') return { by: 'id', id: element };
  if (typeof element === 'string') {
    return isRowId(element) ? toRow(element) : toDocument(element, {});
  }
  if (!isJsonObject(element)) return null;
  const documentId = sentValue(element, 'documentId');
  if (documentId) return toDocument(textOf(documentId), element);
  const id = sentValue(element, 'id');
  return id === undefined ? null : toRow(id);
}

function toRow(id: JsonValue): RowTarget {
  return typeof id === 'string'
    ? { by: 'id', id: rowId(id), text: id }
    : { by: 'id', id: rowId(id) };
}

/** True for an object with a key that names a target. */
export function namesTarget(value: JsonObject): boolean {
  return Object.hasOwn(value, 'documentId') || Object.hasOwn(value, 'id');
}

/** A document by its id, with the locale and the status of the target. */
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

/** A string that begins with a number is treated as a row id, even if it cannot be one. */
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
