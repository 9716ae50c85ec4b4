// Multiline text.
import { AreaInput } from '../text-input.tsx';
import type { FieldKind } from '../field-kind.ts';
import { TEXT_KIND } from '../text-kind.ts';

export const text: FieldKind = { ...TEXT_KIND, kind: 'text', Edit: AreaInput };
