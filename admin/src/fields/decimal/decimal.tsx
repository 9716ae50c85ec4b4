// Decimal numbers.
import { LineInput } from '../text-input.tsx';
import type { FieldKind } from '../field-kind.ts';
import { numberKind } from '../number-kind.ts';

export const decimal: FieldKind = {
  ...numberKind(false),
  kind: 'decimal',
  Edit: (props) => <LineInput {...props} inputMode="decimal" />,
};

/** Two attribute types with the same control. */
export const float: FieldKind = { ...decimal, kind: 'float' };
