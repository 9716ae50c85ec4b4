// Short text.
import { LineInput } from '../text-input.tsx';
import type { FieldKind } from '../field-kind.ts';
import { TEXT_KIND } from '../text-kind.ts';

export const string: FieldKind = { ...TEXT_KIND, kind: 'string', Edit: LineInput };
