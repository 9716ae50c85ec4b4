// In charge of comparing an answer with a recorded one: where two values first differ, and what the decisions
// excuse (a step that is marked, a recorded 500, the documentId of components).

/** JSON as it comes out of a body. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

interface JsonObject {
  readonly [key: string]: Json;
}

/** What was recorded of one request. */
export interface RecordedStep {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: string;
  /** Name -> JSON pointer into the answer, for later `{{name}}`. */
  readonly save?: Readonly<Record<string, string>>;
  readonly expect: RecordedAnswer;
  readonly differs?: string;
  readonly quoin?: { readonly status?: number; readonly body?: Json };
}

export interface RecordedAnswer {
  readonly status: number;
  readonly body: Json;
}

/** Null where the answer is right, else what is wrong with it. */
export function judge(step: RecordedStep, given: RecordedAnswer): string | null {
  const decided = step.quoin ?? (step.differs || step.expect.status >= 500 ? {} : null);
  const expected = decided ?? step.expect;
  if (decided && given.status >= 500) return `an answer below 500 expected, ${given.status} given`;
  if (expected.status !== undefined && given.status !== expected.status) {
    return `status ${expected.status} expected, ${given.status} given ${JSON.stringify(given.body).slice(0, 200)}`;
  }
  if (expected.body !== undefined) return firstDifference(expected.body, given.body, '');
  return isEnvelope(given.body) ? null : 'a well-formed envelope expected';
}

function isEnvelope(body: Json): boolean {
  return body === null || !isObject(body) || 'data' in body || 'error' in body;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstDifference(expected: Json, actual: Json, at: string): string | null {
  if (Object.is(expected, actual)) return null;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      return `${at || '/'}: ${expected.length} items expected, ${actual.length} given`;
    }
    return firstOf(
      expected.map((item: Json, i) => firstDifference(item, actual[i] as Json, `${at}/${i}`)),
    );
  }
  if (isObject(expected) && isObject(actual)) return objectDifference(expected, actual, at);
  return `${at || '/'}: expected ${JSON.stringify(expected).slice(0, 120)}, given ${JSON.stringify(actual).slice(0, 120)}`;
}

function objectDifference(expected: JsonObject, actual: JsonObject, at: string): string | null {
  const mayHaveDocumentId = Number.isInteger(expected['id']) && !('createdAt' in expected);
  const extra = Object.keys(actual).find(
    (key) => !(key in expected) && !(key === 'documentId' && mayHaveDocumentId),
  );
  return firstOf([
    ...Object.entries(expected).map(([key, value]) =>
      key in actual
        ? firstDifference(value, actual[key] as Json, `${at}/${key}`)
        : `${at}/${key}: missing`,
    ),
    extra === undefined ? null : `${at}/${extra}: not expected`,
  ]);
}

function firstOf(differences: readonly (string | null)[]): string | null {
  return differences.find((difference) => difference !== null) ?? null;
}
