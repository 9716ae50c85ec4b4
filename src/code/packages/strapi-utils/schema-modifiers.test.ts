import { expect, test } from 'vitest';
import { z } from 'zod';
import { schemaModifiers } from './schema-modifiers.ts';

/** The modifiers, for schemas of zod. */
const { maybeRequired, maybeReadonly, maybeWithDefault, maybeWithMinMax, augmentSchema } =
  schemaModifiers as unknown as Readonly<
    Record<string, (...args: readonly unknown[]) => (schema: z.ZodType) => z.ZodType>
  >;

test('schemas are modified as the arguments specify', () => {
  const string = z.string();
  expect(maybeRequired?.(false)(string).safeParse(undefined).success).toBe(true);
  expect(maybeRequired?.(true)(string).safeParse(undefined).success).toBe(false);
  expect(maybeReadonly?.()(string)).toBe(string);
  expect(maybeReadonly?.(false)(string)).not.toBe(string);
  expect(maybeWithDefault?.(() => 'a')(string).parse(undefined)).toBe('a');
  expect(maybeWithDefault?.()(string)).toBe(string);
  expect(maybeWithMinMax?.(2, 3)(string).safeParse('a').success).toBe(false);
  expect(maybeWithMinMax?.(2)(string)).toBe(string);
});

test('augmentSchema applies modifiers in order', () => {
  const modifiers = [maybeRequired?.(false), maybeWithDefault?.('b')];
  const schema = augmentSchema?.(z.string(), modifiers) as unknown as z.ZodType;
  expect(schema.parse(undefined)).toBe('b');
});
