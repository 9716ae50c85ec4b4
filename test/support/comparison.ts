// Compares a response with a recorded one: finds the first difference that no documented exception covers (a marked
// step, a recorded 500, the documentId of components).
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json.ts';
import { DocumentNames } from './generated-values.ts';

/** Parsed JSON body. */
export type Json = JsonValue;

/** A recorded request with its response. */
export interface RecordedStep {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: string;
  /** Sent as JSON. */
  readonly body?: Json;
  /** Sent unchanged. */
  readonly raw?: string;
  /** Names and values of a form; see `multipartBody`. */
  readonly multipart?: readonly (readonly [name: string, value: Json])[];
  /** Values of the response to save for later `{{name}}`: name -> JSON pointer. */
  readonly save?: Readonly<Record<string, string>>;
  readonly expect: RecordedResponse;
  readonly differs?: string;
  readonly quoin?: { readonly status?: number; readonly body?: Json };
}

export interface RecordedResponse {
  readonly status: number;
  readonly body: Json;
}

/** Options of a comparison. */
export interface ComparisonOptions {
  /** The documents of the case so far; absent if documentIds are recorded unchanged. */
  readonly documents?: DocumentNames;
  /** True if error messages may differ. */
  readonly anyMessage?: boolean;
}

/** Returns the first difference, or null if the response matches. */
export function findDifference(
  step: RecordedStep,
  given: RecordedResponse,
  options: ComparisonOptions = {},
): string | null {
  const decided = step.quoin ?? (step.differs || step.expect.status >= 500 ? {} : null);
  const expected = decided ?? step.expect;
  if (decided && given.status >= 500) return `an answer below 500 expected, ${given.status} given`;
  if (expected.status !== undefined && given.status !== expected.status) {
    return `status ${expected.status} expected, ${given.status} given ${JSON.stringify(given.body).slice(0, 200)}`;
  }
  if (expected.body !== undefined) return bodyDifference(expected.body, given.body, options);
  // Not every successful response of the admin API has an envelope.
  const mayLackEnvelope = given.status < 400 && !step.path.startsWith('/api/');
  const isFine = mayLackEnvelope || isEnvelope(given.body);
  return isFine ? null : 'a well-formed envelope expected';
}

/** Messages come last: they may contain documentIds that occur later in the response. */
function bodyDifference(
  expected: Json,
  actual: Json,
  { documents, anyMessage = false }: ComparisonOptions,
): string | null {
  return (
    new Comparison(documents, true).difference(expected, actual) ??
    (anyMessage ? null : new Comparison(documents, false).difference(expected, actual))
  );
}

function isEnvelope(body: Json): boolean {
  return body === null || !isJsonObject(body) || 'data' in body || 'error' in body;
}

/** Path of a value, and whether it is inside an `error`. */
interface JsonPosition {
  readonly at: string;
  readonly inError: boolean;
}

const WHOLE: JsonPosition = { at: '', inError: false };

class Comparison {
  readonly #documents: DocumentNames | undefined;
  readonly #anyMessage: boolean;

  constructor(documents: DocumentNames | undefined, anyMessage: boolean) {
    this.#documents = documents;
    this.#anyMessage = anyMessage;
  }

  difference(expected: Json, actual: Json, place: JsonPosition = WHOLE): string | null {
    if (this.#documents && typeof expected === 'string' && typeof actual === 'string') {
      return this.#textDifference(this.#documents, { expected, actual, at: place.at });
    }
    if (Object.is(expected, actual)) return null;
    if (Array.isArray(expected) && Array.isArray(actual)) {
      return this.#listDifference(expected, actual, place);
    }
    if (isJsonObject(expected) && isJsonObject(actual)) {
      return this.#objectDifference(expected, actual, place);
    }
    return plainDifference(expected, actual, place.at);
  }

  #textDifference(
    documents: DocumentNames,
    { expected, actual, at }: Record<'expected' | 'actual' | 'at', string>,
  ): string | null {
    if (DocumentNames.isName(expected)) {
      return documents.matches(expected, actual)
        ? null
        : `${at}: ${expected} expected, ${actual} is another document`;
    }
    const named = documents.named(actual);
    return expected === named ? null : plainDifference(expected, named, at);
  }

  #listDifference(
    expected: readonly Json[],
    actual: readonly Json[],
    { at, inError }: JsonPosition,
  ): string | null {
    if (expected.length !== actual.length) {
      return `${at || '/'}: ${expected.length} items expected, ${actual.length} given`;
    }
    return firstOf(expected, (item, i) =>
      this.difference(item, actual[i] ?? null, { at: `${at}/${i}`, inError }),
    );
  }

  #objectDifference(expected: JsonObject, actual: JsonObject, place: JsonPosition): string | null {
    const { at, inError } = place;
    const isEntry = expected['id'] === '<id>' || Number.isInteger(expected['id']);
    const mayHaveDocumentId = isEntry && !('createdAt' in expected);
    const extra = Object.keys(actual).find(
      (key) => !(key in expected) && !(key === 'documentId' && mayHaveDocumentId),
    );
    const wrong = firstOf(Object.entries(expected), ([key, value]) => {
      const given = actual[key];
      if (given === undefined) return `${at}/${key}: missing`;
      if (this.#anyMessage && inError && key === 'message') return null;
      return this.difference(value, given, {
        at: `${at}/${key}`,
        inError: inError || key === 'error',
      });
    });
    return wrong ?? (extra === undefined ? null : `${at}/${extra}: not expected`);
  }
}

function plainDifference(expected: Json, actual: Json, at: string): string {
  return `${at || '/'}: expected ${JSON.stringify(expected).slice(0, 120)}, given ${JSON.stringify(actual).slice(0, 120)}`;
}

function firstOf<T>(
  items: readonly T[],
  differenceOf: (item: T, index: number) => string | null,
): string | null {
  for (const [index, item] of items.entries()) {
    const difference = differenceOf(item, index);
    if (difference !== null) return difference;
  }
  return null;
}
