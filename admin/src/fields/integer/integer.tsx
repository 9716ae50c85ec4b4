// Integers.
import { LineInput } from '../text-input.tsx';
import type { FieldKind } from '../field-kind.ts';
import { numberKind } from '../number-kind.ts';

export const integer: FieldKind = {
  ...numberKind(true),
  kind: 'integer',
  Edit: (props) => <LineInput {...props} inputMode="numeric" />,
};
