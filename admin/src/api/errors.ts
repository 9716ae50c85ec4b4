// Errors of the admin API.
import { isJsonObject, objectsOf, stringOr, stringsOf, type JsonObject } from '../base/json.ts';

/** What is wrong with one value of a request. */
export interface ApiIssue {
  /** Names and indexes from the document to the value. */
  readonly path: readonly string[];
  readonly message: string;
}

/** The server refused a request. */
export class ApiError extends Error {
  readonly status: number;
  /** Name of the error, such as `ValidationError`. */
  readonly kind: string;
  readonly issues: readonly ApiIssue[];
  /** Id in the log of the server; null if it sends none. */
  readonly requestId: string | null;

  /** @param body Parsed body of the response, of any form */
  constructor(response: Response, body: unknown) {
    const raw = isJsonObject(body) ? body['error'] : null;
    const error = isJsonObject(raw ?? null) ? (raw as JsonObject) : {};
    // The type builder refuses with a text alone.
    const text = stringOr(raw, response.statusText || `HTTP ${response.status}`);
    super(stringOr(error['message'], text));
    this.name = 'ApiError';
    this.status = response.status;
    this.kind = stringOr(error['name'], '');
    const details = isJsonObject(error['details']) ? error['details'] : {};
    this.issues = objectsOf(details['errors']).map(({ path, message }) => ({
      path: Array.isArray(path) ? path.map(String) : stringsOf([path]),
      message: stringOr(message, ''),
    }));
    this.requestId = response.headers.get('x-request-id');
  }
}

/** The server could not be reached. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause });
    this.name = 'NetworkError';
  }
}

/** Whether the server answered with a status. */
export function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}
