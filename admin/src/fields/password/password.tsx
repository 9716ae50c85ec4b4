// Passwords: the server never sends them, so the field is empty, and input replaces the password.
import { LineInput } from '../text-input.tsx';
import type { FieldKind } from '../field-kind.ts';
import { TEXT_KIND } from '../text-kind.ts';

export const password: FieldKind = {
  ...TEXT_KIND,
  kind: 'password',
  parse: () => '',
  // An empty field does not mean that there is no password.
  check: (value, attribute, when) =>
    TEXT_KIND.check(value, { ...attribute, isRequired: false }, when),
  text: (value) => (value === '' ? '' : '••••••••'),
  filter: null,
  Edit: (props) => <LineInput {...props} type="password" autoComplete="new-password" />,
};
