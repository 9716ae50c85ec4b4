// Names and strings.
import slugify from '@sindresorhus/slugify';
import { toWords } from './words.ts';

interface SlugOptions {
  readonly separator?: string;
  readonly lowercase?: boolean;
  readonly decamelize?: boolean;
}

export function nameToSlug(name: string, options: SlugOptions = { separator: '-' }): string {
  return slugify(name, options);
}

export function nameToCollectionName(name: string): string {
  return slugify(name, { separator: '_' });
}

/** Converts a name to one that a GraphQL enumeration allows. */
export function toRegressedEnumValue(value: string): string {
  return slugify(value, { decamelize: false, lowercase: false, separator: '_' });
}

/** The common parent folder of paths. */
export function getCommonPath(...paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/'));
  const end = first.findIndex((part, i) => others.some((other) => other[i] !== part));
  return first.slice(0, end < 0 ? undefined : end).join('/');
}

/** Returns true if two values are equal as strings. */
export function isEqual(one: unknown, other: unknown): boolean {
  return String(one) === String(other);
}

export function isCamelCase(value: string): boolean {
  return /^[a-z][a-zA-Z0-9]+$/.test(value);
}

export function isKebabCase(value: string): boolean {
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(value);
}

export function startsWithANumber(value: string): boolean {
  return /^[0-9]/.test(value);
}

/**
 * Joins strings with exactly one separator between them. The start of the first and the end of the last are not changed.
 */
export function joinBy(joint: string, ...parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? '';
  return parts
    .map((part, i) => {
      const start = i === 0 ? 0 : leading(part, joint);
      const end = i === parts.length - 1 ? part.length : part.length - trailing(part, joint);
      return part.slice(start, Math.max(start, end));
    })
    .join(joint);
}

export function toKebabCase(value: string): string {
  return toWords(value)
    .map((word) => word.toLowerCase())
    .join('-');
}

/** Number of leading characters that are in a set. */
function leading(text: string, set: string): number {
  let length = 0;
  while (length < text.length && set.includes(text.charAt(length))) length += 1;
  return length;
}

/** Number of trailing characters that are in a set. */
function trailing(text: string, set: string): number {
  let length = 0;
  while (length < text.length && set.includes(text.charAt(text.length - 1 - length))) length += 1;
  return length;
}
