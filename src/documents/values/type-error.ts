// In charge of the message for a value that is not of its type (docs/strapi/writing.md, "Attribute values").
import { shownValue } from './shown-value.ts';

/**
 * ``X must be a `T` type, but the final value was: `V`.``, and what it was cast from.
 * @param label As messages call the place: `sizes[1].name`
 * @param typeName Such as `string`, `array`
 * @param value After casting, and `original` before, which is only said where a cast took place
 */
export function typeError(
  label: string,
  typeName: string,
  ...[value, original]: readonly [value: unknown, original?: unknown]
): string {
  const cast =
    original !== undefined && original !== null && original !== value
      ? ` (cast from the value \`${shownValue(original)}\`)`
      : '';
  return `${label} must be a \`${typeName}\` type, but the final value was: \`${shownValue(value)}\`${cast}.`;
}
