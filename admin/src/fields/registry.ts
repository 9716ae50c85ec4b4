// All field kinds. To add one: make its folder, add it here, and describe it in contract.ts.
import { biginteger } from './biginteger/biginteger.tsx';
import { boolean } from './boolean/boolean.tsx';
import { date, datetime, time } from './date/date.tsx';
import { decimal, float } from './decimal/decimal.tsx';
import { email } from './email/email.tsx';
import { enumeration } from './enumeration/enumeration.tsx';
import type { FieldKind } from './field-kind.ts';
import { integer } from './integer/integer.tsx';
import { json } from './json/json.tsx';
import { password } from './password/password.tsx';
import { richtext } from './richtext/richtext.tsx';
import { string } from './string/string.ts';
import { text } from './text/text.ts';
import { uid } from './uid/uid.tsx';
import { unknownKind } from './unknown/unknown.tsx';

/** Kinds with an editor. */
export const FIELD_KINDS: readonly FieldKind[] = [
  string,
  text,
  richtext,
  email,
  password,
  uid,
  integer,
  biginteger,
  decimal,
  float,
  boolean,
  date,
  time,
  datetime,
  enumeration,
  json,
];

const byType = new Map(FIELD_KINDS.map((kind) => [kind.kind, kind]));

/** Returns the kind of an attribute type. One without an editor is shown and never sent. */
export function fieldKind(type: string): FieldKind {
  return byType.get(type) ?? unknownKind(type);
}
