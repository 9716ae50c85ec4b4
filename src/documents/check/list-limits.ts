// In charge of how many items a repeatable component or a dynamic zone takes (docs/strapi/writing.md, "Components").
import type { ComponentAttribute, DynamicZoneAttribute } from '../../schema/types.ts';

/** What a list is called, and whether its limits count. */
export interface ListRules {
  /** As messages call it: `sizes`. */
  readonly label: string;
  /** Drafts may have any number. */
  readonly draft: boolean;
}

/** What is wrong with the length of a list; an empty one need not have `min` items unless it is required. */
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

/** True where a list has limits at all. */
export function isLimited({ raw }: ComponentAttribute | DynamicZoneAttribute): boolean {
  return ['min', 'max', 'required'].some((key) => Boolean(raw[key]));
}
