// Preprinted 503 response to a request that is rejected before it is read.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RETRY_AFTER_SECONDS } from '../../base/limits.ts';
import { OverloadedError } from '../../base/errors.ts';
import { hasBody, discardBody } from '../body/body-bytes.ts';
import { errorResponse } from '../response/errors.ts';
import type { ResponseHeaders } from '../response/headers.ts';
import {
  flat,
  NodeHeaders,
  printHeaders,
  printStatus,
  sendPrinted,
} from '../response/printed-response.ts';
import { JSON_TYPE } from '../response/response.ts';

/** Rejects requests. */
export class Rejection {
  readonly #headers: ResponseHeaders;
  readonly #headEnd: NodeHeaders;
  readonly #head: string;
  readonly #body: string;

  constructor(headers: ResponseHeaders) {
    const { status, body } = errorResponse(new OverloadedError());
    const own = {
      'retry-after': String(RETRY_AFTER_SECONDS),
      'content-type': JSON_TYPE,
      'content-length': String(Buffer.byteLength(body)),
    };
    this.#headers = headers;
    this.#headEnd = new NodeHeaders(headers.keepAlive);
    this.#head = flat(printStatus(status) + printHeaders({ ...headers.base, ...own }));
    this.#body = body;
  }

  /** Sends the response; the request body is discarded. */
  send(request: IncomingMessage, response: ServerResponse): void {
    if (!hasBody(request)) this.#send(request, response);
    else void discardBody(request).then(() => this.#send(request, response));
  }

  #send({ method, headers: { origin } }: IncomingMessage, response: ServerResponse): void {
    const originLines = this.#headers.originLines(origin) ?? '';
    const head = this.#head + originLines + this.#headEnd.print(response, Date.now());
    sendPrinted(response, { head, body: method === 'HEAD' ? '' : this.#body });
  }
}
