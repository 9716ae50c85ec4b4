// Enumerations.
import type { ReactNode } from 'react';
import { useT } from '../../base/i18n.tsx';
import { checkRequired } from '../../model/issues.ts';
import { Segments, Select } from '../../ui/choice.tsx';
import type { EditProps, FieldKind } from '../field-kind.ts';
import { TEXT_KIND, textOf } from '../text-kind.ts';

/** Maximum total length of the values of a segmented control. */
const SHORT = 22;

export const enumeration: FieldKind = {
  ...TEXT_KIND,
  kind: 'enumeration',
  check(value, attribute, when) {
    const text = textOf(value);
    if (text === '') return checkRequired(true, attribute, when);
    return attribute.options.includes(text) ? [] : [{ kind: 'option' }];
  },
  filter: { input: 'option', operators: ['$eq', '$ne', '$null', '$notNull'] },
  Edit: EnumerationInput,
};

function EnumerationInput({ field, value, control, isReadOnly, onChange }: EditProps): ReactNode {
  const t = useT();
  const { options, isRequired } = field.attribute;
  const current = textOf(value);
  const shown = options.includes(current) || current === '' ? options : [current, ...options];
  const choices = shown.map((option) => ({ value: option, label: option }));
  const props = { control, value: current, isDisabled: isReadOnly, onChange };
  if (isRequired && options.length < 5 && options.join('').length <= SHORT) {
    return <Segments {...props} options={choices} />;
  }
  return <Select {...props} options={[{ value: '', label: t('enumeration.none') }, ...choices]} />;
}
