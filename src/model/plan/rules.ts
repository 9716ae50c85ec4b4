// Rules of an attribute that become stricter: stored values may break them.
import type { RawRecord } from '../../schema/raw.ts';
import { isRecord, toTexts } from '../../schema/raw.ts';
import type { Rule } from './steps.ts';

/**
 * Returns the rules that are stricter than before.
 * @param former The attribute before the change, with renamed values of an enumeration under their new names
 */
export function tightenedRules(former: RawRecord, requested: RawRecord): readonly Rule[] {
  return [
    ...(['required', 'unique'] as const)
      .filter((name) => requested[name] === true && former[name] !== true)
      .map((name) => ({ name })),
    ...(['min', 'minLength'] as const).flatMap((name): readonly Rule[] => {
      const limit = toNumber(requested[name]);
      const before = toNumber(former[name]);
      return limit !== null && (before === null || limit > before) ? [{ name, limit }] : [];
    }),
    ...(['max', 'maxLength'] as const).flatMap((name): readonly Rule[] => {
      const limit = toNumber(requested[name]);
      const before = toNumber(former[name]);
      return limit !== null && (before === null || limit < before) ? [{ name, limit }] : [];
    }),
    ...removedValues(former, requested),
  ];
}

function removedValues(former: RawRecord, requested: RawRecord): readonly Rule[] {
  if (former['type'] !== 'enumeration' || requested['type'] !== 'enumeration') return [];
  const values = new Set(toTexts(requested['enum']));
  const removed = toTexts(former['enum']).filter((value) => !values.has(value));
  return removed.length > 0 ? [{ name: 'enum', removed }] : [];
}

/** A limit, which a schema file may also hold as text. */
function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Returns true if an attribute takes several values. */
export function isMultiValued(raw: RawRecord): boolean {
  switch (raw['type']) {
    case 'relation':
      return raw['relation'] === 'oneToMany' || raw['relation'] === 'manyToMany';
    case 'component':
      return raw['repeatable'] === true;
    case 'media':
      return raw['multiple'] === true;
    default:
      return false;
  }
}

/** The attribute with renamed values of its enumeration. */
export function withRenamedValues(
  raw: RawRecord,
  values: ReadonlyMap<string, string> | undefined,
): RawRecord {
  if (!values || !isRecord(raw)) return raw;
  return { ...raw, enum: toTexts(raw['enum']).map((value) => values.get(value) ?? value) };
}
