// All field kinds of the type builder, in menu order.
import { bigintegerOptions } from '../biginteger/options.ts';
import { blocksOptions } from '../blocks/options.ts';
import { booleanOptions } from '../boolean/options.ts';
import { componentOptions } from '../component/options.ts';
import { dateOptions, datetimeOptions, timeOptions } from '../date/options.ts';
import { decimalOptions, floatOptions } from '../decimal/options.ts';
import { dynamiczoneOptions } from '../dynamiczone/options.ts';
import { emailOptions } from '../email/options.ts';
import { enumerationOptions } from '../enumeration/options.ts';
import { integerOptions } from '../integer/options.ts';
import { jsonOptions } from '../json/options.ts';
import { mediaOptions } from '../media/options.ts';
import { passwordOptions } from '../password/options.ts';
import { relationOptions } from '../relation/options.ts';
import { richtextOptions } from '../richtext/options.ts';
import { stringOptions } from '../string/options.ts';
import { textOptions } from '../text/options.ts';
import { uidOptions } from '../uid/options.ts';
import type { BuilderKind } from './builder-kind.ts';

export const BUILDER_KINDS: readonly BuilderKind[] = [
  stringOptions,
  textOptions,
  richtextOptions,
  blocksOptions,
  uidOptions,
  emailOptions,
  passwordOptions,
  integerOptions,
  decimalOptions,
  floatOptions,
  bigintegerOptions,
  booleanOptions,
  dateOptions,
  datetimeOptions,
  timeOptions,
  enumerationOptions,
  mediaOptions,
  relationOptions,
  componentOptions,
  dynamiczoneOptions,
  jsonOptions,
];

const byType = new Map(BUILDER_KINDS.map((kind) => [kind.kind, kind]));

/** Returns the kind of an attribute type; null for types that the builder does not support. */
export function builderKind(type: string): BuilderKind | null {
  return byType.get(type) ?? null;
}
