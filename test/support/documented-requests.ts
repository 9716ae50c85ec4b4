// Requests of a document with their documented responses.
import { blocksOf } from './documented.ts';

/** A request of an `http` block; several are separated by empty lines. */
export interface DocumentedRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  /** Body as written, possibly several lines; empty if there is none. */
  readonly body: string;
  /** JSON of the following block, or null; it belongs to the last request of a block. */
  readonly response: string | null;
}

export function requestsIn(text: string): readonly DocumentedRequest[] {
  const blocks = blocksOf(text);
  return blocks.flatMap(({ language, body }, at) => {
    if (language !== 'http') return [];
    const next = blocks[at + 1];
    const shown = next?.language === 'json' ? next.body : null;
    const requests = body.trim().split(/\n{2,}/);
    return requests.map((request, i) =>
      toRequest(request, i === requests.length - 1 ? shown : null),
    );
  });
}

function toRequest(text: string, response: string | null): DocumentedRequest {
  const [, method = '', url = '', body = ''] = /^(\S+) (\S+)(?:\n([^]*))?$/.exec(text) ?? [];
  return { method: method as DocumentedRequest['method'], url, body, response };
}
