// Common parts of text kinds: empty text means null.
import { stringOr, type Json } from '../base/json.ts';
import { checkRequired, checkText } from '../model/issues.ts';
import type { FieldKind } from './field-kind.ts';

/** Returns the parts of a text kind. */
export const TEXT_KIND: Pick<
  FieldKind,
  'isEditable' | 'parse' | 'toBody' | 'check' | 'text' | 'filter'
> = {
  isEditable: true,
  parse: (raw) => stringOr(raw, ''),
  toBody: (value) => (value === '' ? null : value),
  check: (value, attribute, when) => [
    ...checkRequired(value === '', attribute, when),
    ...checkText(textOf(value), attribute, when),
  ],
  text: textOf,
  filter: {
    input: 'text',
    operators: ['$contains', '$notContains', '$startsWith', '$eq', '$ne', '$null', '$notNull'],
  },
};

/** Returns the text of a form value. */
export function textOf(value: Json): string {
  return stringOr(value, '');
}
