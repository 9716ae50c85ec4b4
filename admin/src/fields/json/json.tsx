// JSON, edited as text.
import { isEqualJson, type Json } from '../../base/json.ts';
import { checkRequired } from '../../model/issues.ts';
import type { FieldKind } from '../field-kind.ts';
import { AreaInput } from '../text-input.tsx';
import { textOf } from '../text-kind.ts';

export const json: FieldKind = {
  kind: 'json',
  isEditable: true,
  parse: (raw) => (raw === undefined || isEqualJson(raw, null) ? '' : JSON.stringify(raw, null, 2)),
  toBody: (value) => (textOf(value).trim() === '' ? null : (JSON.parse(textOf(value)) as Json)),
  check(value, attribute, when) {
    const text = textOf(value).trim();
    if (text === '') return checkRequired(true, attribute, when);
    return isJson(text) ? [] : [{ kind: 'json' }];
  },
  text: textOf,
  filter: null,
  Edit: (props) => <AreaInput {...props} look="code" />,
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
