// All field kinds. To add one, create its folder, add it here, and describe it in contract-table.ts.
import { biginteger } from './biginteger/biginteger.tsx';
import { componentKind } from './component/component.tsx';
import { blocks } from './blocks/blocks.tsx';
import { boolean } from './boolean/boolean.tsx';
import { date, datetime, time } from './date/date.tsx';
import { decimal, float } from './decimal/decimal.tsx';
import { dynamicZoneKind } from './dynamiczone/dynamiczone.ts';
import { email } from './email/email.tsx';
import { enumeration } from './enumeration/enumeration.tsx';
import type { Attribute } from '../model/schema.ts';
import type { ComponentContext } from './component/component-value.ts';
import type { FieldKind } from './field-kind.ts';
import { integer } from './integer/integer.tsx';
import { json } from './json/json.tsx';
import { media } from './media/media.tsx';
import { password } from './password/password.tsx';
import { relation } from './relation/relation.tsx';
import { richtext } from './richtext/richtext.tsx';
import { string } from './string/string.ts';
import { text } from './text/text.ts';
import { uid } from './uid/uid.tsx';
import { unknownKind } from './unknown/unknown.tsx';

/** Kinds that do not depend on the attribute. */
export const FIELD_KINDS: readonly FieldKind[] = [
  string,
  text,
  richtext,
  blocks,
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
  relation,
  media,
];

/** Kinds that are created per attribute, because they depend on its components. */
export const STRUCTURED_KINDS: Readonly<
  Record<string, (attribute: Attribute, context: ComponentContext) => FieldKind>
> = { component: componentKind, dynamiczone: dynamicZoneKind };

const byType = new Map(FIELD_KINDS.map((kind) => [kind.kind, kind]));

/** Returns the kind of an attribute type. Types without an editor are read-only. */
export function fieldKind(type: string): FieldKind {
  return byType.get(type) ?? unknownKind(type);
}

/** Returns the kind of an attribute in a form. @param context Available components */
export function kindOfAttribute(attribute: Attribute, context: ComponentContext): FieldKind {
  const make = STRUCTURED_KINDS[attribute.type];
  return make ? make(attribute, context) : fieldKind(attribute.type);
}
