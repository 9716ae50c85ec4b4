// In charge of comparing what both servers answer.
import { isDeepStrictEqual } from 'node:util';

/** How one request was answered by both. */
export interface Compared {
  readonly request: string;
  readonly same: boolean;
  /** Where they differ. */
  readonly difference?: readonly [one: unknown, other: unknown];
}

/** Compares two answers, the documentIds of components apart, which only Quoin gives (decision D1). */
export function compared(request: string, one: unknown, other: unknown): Compared {
  const [first, second] = [plain(one), plain(other)];
  if (isDeepStrictEqual(first, second)) return { request, same: true };
  return { request, same: false, difference: firstDifference(first, second) };
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const isPart = 'documentId' in value && isComponent(value);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !(isPart && key === 'documentId'))
      .map(([key, inner]) => [key, plain(inner)]),
  );
}

/** Attributes that only components of the project have. */
function isComponent(value: object): boolean {
  return ['__component', 'metaTitle', 'question', 'href'].some((key) => key in value);
}

function firstDifference(one: unknown, other: unknown): readonly [unknown, unknown] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return [one, other];
  }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const key of keys) {
    const pair = [Reflect.get(one, key), Reflect.get(other, key)] as const;
    if (!isDeepStrictEqual(...pair)) {
      const [a, b] = firstDifference(...pair);
      return [{ [key]: a }, { [key]: b }];
    }
  }
  return [one, other];
}
