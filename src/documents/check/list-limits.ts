// Checks the number of items of a repeatable component or a dynamic zone (docs/strapi/writing.md, "Components").
import type { ComponentAttribute, DynamicZoneAttribute } from '../../schema/types.ts';

/** The name of a list, and whether its limits apply. */
export interface ListRules {
  /** The name in messages, such as `sizes`. */
  readonly label: string;
  /** True for a draft, which may have any number. */
  readonly draft: boolean;
}

/** The error message for the length of a list, or null. An empty list may have fewer than `min` items unless it is required. */
export function lengthFault(
  { raw }: ComponentAttribute | DynamicZoneAttribute,
  length: number,
  { label, draft }: ListRules,
): string | null {
  if (draft) return null;
  const { min, max, required } = raw;
  if (typeof min === 'number' && length < min && (length > 0 || Boolean(required))) {
    return `${label} field must have at least ${min} items`;
  }
  if (typeof max === 'number' && length > max) {
    return `${label} field must have less than or equal to ${max} items`;
  }
  return null;
}

/** True if a list has limits. */
export function isLimited({ raw }: ComponentAttribute | DynamicZoneAttribute): boolean {
  return ['min', 'max', 'required'].some((key) => Boolean(raw[key]));
}
