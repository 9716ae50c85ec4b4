// Big integers, edited as text because JavaScript numbers are not exact enough.
import { LineInput } from '../text-input.tsx';
import type { FieldKind } from '../field-kind.ts';
import { numberKind } from '../number-kind.ts';
import { textOf } from '../text-kind.ts';

export const biginteger: FieldKind = {
  ...numberKind(true),
  kind: 'biginteger',
  toBody: (value) => textOf(value).trim() || null,
  Edit: (props) => <LineInput {...props} inputMode="numeric" />,
};
