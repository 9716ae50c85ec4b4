// Parts of HTTP messages as data, which the HTTP server and project code share.
import type { Readable } from 'node:stream';

/** Headers by lowercase name. */
export type Headers = Readonly<Record<string, string>>;

/** A response. */
export interface HttpResponse {
  readonly status: number;
  /** Headers of this response only. */
  readonly headers?: Headers;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  /** Null for no body. */
  readonly body: string | Buffer | Readable | null;
  /** Content type; null for none. Default: JSON. */
  readonly type?: string | null;
  /** Runs after the response is sent, so that its duration reveals nothing. */
  readonly afterSent?: () => void;
}

/** A file in a form. */
export interface FilePart {
  /** Name of its field. */
  readonly field: string;
  /** File name from the client, without a Windows path. */
  readonly name: string;
  readonly type: string | null;
  /** Its bytes; the receiver must read all of them. */
  readonly stream: Readable;
}

/**
 * Receives a file of a form. Parsing waits until its bytes are read.
 * @param signal Aborted if the rest of the form does not arrive or is rejected
 */
export type FileHandler = (part: FilePart, signal: AbortSignal) => Promise<void>;
