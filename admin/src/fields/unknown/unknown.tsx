// Attribute types without an editor: the value is shown read-only and preserved.
import type { ReactNode } from 'react';
import { isJsonObject, stringOr, type Json, type JsonObject } from '../../base/json.ts';
import { useT } from '../../base/i18n.tsx';
import type { EditProps, FieldKind } from '../field-kind.ts';
import styles from './unknown.module.css';

/** Properties that identify an object, by preference. */
const NAMES = [
  'name',
  'title',
  'label',
  'displayName',
  'slug',
  'alternativeText',
  '__component',
  'documentId',
];

/** Returns the kind of an attribute type without an editor. */
export function unknownKind(kind: string): FieldKind {
  return {
    kind,
    isEditable: false,
    isGroup: true,
    parse: (raw) => raw ?? null,
    toBody: (value) => value,
    check: () => [],
    text: (value) => summaryOf(value),
    filter: null,
    Edit: UnknownValue,
  };
}

function UnknownValue({ value, control }: EditProps): ReactNode {
  const t = useT();
  const { id, ...described } = control;
  const count = countOf(value);
  return (
    <div className={styles.value} id={id} role="group" {...described}>
      {count === null ? summaryOf(value) || t('unknown.empty') : t('unknown.count', { count })}
    </div>
  );
}

/** `{count: n}` is the value of a to-many relation. */
function countOf(value: Json): number | null {
  if (Array.isArray(value)) return value.length > 3 ? value.length : null;
  return isJsonObject(value) && typeof value['count'] === 'number' ? value['count'] : null;
}

function summaryOf(value: Json): string {
  if (value === null) return '';
  if (Array.isArray(value)) return (value as readonly Json[]).map(summaryOf).join(', ');
  if (!isJsonObject(value)) return String(value);
  if (typeof value['count'] === 'number') return value['count'] === 0 ? '' : String(value['count']);
  return nameOf(value);
}

function nameOf(value: JsonObject): string {
  const name = NAMES.find((each) => typeof value[each] === 'string' && value[each] !== '');
  return name === undefined ? '' : stringOr(value[name], '');
}
