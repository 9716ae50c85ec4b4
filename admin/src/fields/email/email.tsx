// Email addresses.
import { LineInput } from '../text-input.tsx';
import type { FieldKind } from '../field-kind.ts';
import { TEXT_KIND, textOf } from '../text-kind.ts';

/** As lenient as the server: text, an at sign, and a domain. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const email: FieldKind = {
  ...TEXT_KIND,
  kind: 'email',
  check(value, attribute, when) {
    const issues = TEXT_KIND.check(value, attribute, when);
    const text = textOf(value);
    return text === '' || ADDRESS.test(text) ? issues : [...issues, { kind: 'email' }];
  },
  Edit: (props) => <LineInput {...props} type="email" inputMode="email" />,
};
