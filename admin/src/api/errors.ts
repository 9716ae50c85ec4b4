// Errors of the admin API.
import { isJsonObject, objectsOf, stringOr, stringsOf, type JsonObject } from '../base/json.ts';

/** A validation error of one value. */
export interface ApiIssue {
  /** Path from the document to the value. */
  readonly path: readonly string[];
  readonly message: string;
}

/** An error response. */
export class ApiError extends Error {
  readonly status: number;
  /** Error name, for example `ValidationError`. */
  readonly kind: string;
  readonly issues: readonly ApiIssue[];
  /** Request id for the server log, or null. */
  readonly requestId: string | null;

  /** @param body Parsed response body, which may have any form */
  constructor(response: Response, body: unknown) {
    const raw = isJsonObject(body) ? body['error'] : null;
    const error = isJsonObject(raw ?? null) ? (raw as JsonObject) : {};
    // The type builder sends plain text.
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

/** Returns true for an error response with a status. */
export function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}
