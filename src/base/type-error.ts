// The message for a value of the wrong type (docs/strapi/writing.md, "Attribute values").
import { formatValue } from './format-value.ts';

/** A value of the wrong type. */
interface RejectedValue {
  /** The value after casting. */
  readonly value: unknown;
  /** The value before casting, if it was cast. */
  readonly original?: unknown;
}

/**
 * Creates the message ``X must be a `T` type, but the final value was: `V`.`` with the original value if it was cast.
 * @param label The name in messages, such as `sizes[1].name`
 * @param typeName Such as `string` or `array`
 */
export function typeError(
  label: string,
  typeName: string,
  { value, original }: RejectedValue,
): string {
  const cast =
    original !== undefined && original !== null && original !== value
      ? ` (cast from the value \`${formatValue(original)}\`)`
      : '';
  return `${label} must be a \`${typeName}\` type, but the final value was: \`${formatValue(value)}\`${cast}.`;
}
