// Common parts of number kinds. The form value is the text as typed, so that incomplete numbers are preserved.
import type { Json } from '../base/json.ts';
import { checkLimits, checkRequired, type Issue } from '../model/issues.ts';
import type { FieldKind } from './field-kind.ts';
import { textOf } from './text-kind.ts';

/** Returns the parts of a number kind. @param integersOnly True to reject fractions */
export function numberKind(
  integersOnly: boolean,
): Pick<FieldKind, 'isEditable' | 'parse' | 'toBody' | 'check' | 'text' | 'filter'> {
  const form = integersOnly ? /^-?\d+$/ : /^-?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e-?\d+)?$/i;
  return {
    isEditable: true,
    parse: (raw) => (typeof raw === 'number' || typeof raw === 'string' ? String(raw) : ''),
    toBody: (value) => (textOf(value).trim() === '' ? null : numberOf(value)),
    check(value, attribute, when): readonly Issue[] {
      const text = textOf(value).trim();
      if (text === '') return checkRequired(true, attribute, when);
      if (!form.test(text)) return [{ kind: integersOnly ? 'integer' : 'number' }];
      return checkLimits(numberOf(value), attribute, when);
    },
    text: textOf,
    filter: {
      input: 'number',
      operators: ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$null', '$notNull'],
    },
  };
}

/** Accepts the decimal comma. */
function numberOf(value: Json): number {
  return Number(textOf(value).trim().replace(',', '.'));
}
