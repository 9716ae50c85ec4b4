// Booleans.
import { Switch } from '../../ui/switch.tsx';
import type { FieldKind } from '../field-kind.ts';
import { checkRequired } from '../../model/issues.ts';

export const boolean: FieldKind = {
  kind: 'boolean',
  isEditable: true,
  parse: (raw) => (typeof raw === 'boolean' ? raw : null),
  toBody: (value) => value,
  check: (value, attribute, when) => checkRequired(value === null, attribute, when),
  text: (value) => (value === true ? '✓' : value === false ? '✗' : ''),
  filter: { input: 'boolean', operators: ['$eq', '$null', '$notNull'] },
  Edit: ({ value, control, isReadOnly, onChange }) => (
    <Switch control={control} isOn={value === true} isDisabled={isReadOnly} onChange={onChange} />
  ),
};
