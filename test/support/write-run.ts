// Sends writes to a server with its own database, and checks each: the form of the response, whether it can be read,
// and the rows.
import { expect } from 'vitest';
import type { TestResponse, TestApp } from './app.ts';
import { DatabaseWatch } from './database-watch.ts';
import type { ProjectCopy } from './project-copy.ts';
import type { RandomRequest } from './random-requests.ts';
import { malformed } from './write-response.ts';

/** A server on a database of its own, and what was made in it. */
export class WriteRun implements AsyncDisposable {
  readonly #app: TestApp;
  readonly #watch: DatabaseWatch;
  readonly #made = new Map<string, string[]>();

  constructor(app: TestApp, watch: DatabaseWatch) {
    this.#app = app;
    this.#watch = watch;
  }

  /** Sends a request and checks all its changes. @throws Error that names the request */
  async play(request: RandomRequest): Promise<void> {
    const sent = this.#filled(request);
    const response = await this.#send(sent);
    if (response.status >= 400) {
      await this.#assertUnchanged([sent]);
      return;
    }
    await this.#watch.mark();
    // A search decides whether a document is found; what is written, it does not.
    if (!sent.query.includes('_q')) await this.#checkRead(sent, response);
    this.#note(sent, response);
  }

  /** Sends requests at once, and checks all their changes. @throws Error that names the requests */
  async playTogether(requests: readonly RandomRequest[]): Promise<void> {
    const sent = requests.map((request) => this.#filled(request));
    const responses = await Promise.all(sent.map((one) => this.#send(one)));
    if (responses.every(({ status }) => status >= 400)) await this.#assertUnchanged(sent);
    else await this.#watch.mark();
    for (const [i, response] of responses.entries()) {
      const one = sent[i];
      if (one && response.status < 400) this.#note(one, response);
    }
  }

  /** @throws Error that names what is broken after all requests */
  async assertWhole(): Promise<void> {
    const problems = await this.#watch.broken();
    if (problems.length > 0) throw new Error(problems.slice(0, 5).join('\n'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#watch.close();
    await this.#app.close();
  }

  async #assertUnchanged(sent: readonly RandomRequest[]): Promise<void> {
    const tables = await this.#watch.changedTables();
    if (tables.length > 0) throw failure(sent, `rejected, but changed: ${tables.join(', ')}`);
  }

  /** The response to a write equals that to a read right after it. */
  async #checkRead(sent: RandomRequest, response: TestResponse): Promise<void> {
    const documentId = sent.method === 'POST' ? documentIdIn(response) : sent.documentId;
    const read = await this.#app.request(urlOf({ ...sent, documentId }), { headers: sent.headers });
    if (sent.method === 'DELETE') {
      if (read.status < 400) throw failure([sent], 'it can still be read');
      return;
    }
    expect(read.json(), describeSent([sent])).toEqual(response.json());
  }

  async #send(sent: RandomRequest): Promise<TestResponse> {
    const { method, headers, body, bytes } = sent;
    const response = await this.#app.request(urlOf(sent), {
      method,
      headers,
      ...(body === null ? {} : { body: bytes ? Buffer.from(body, 'latin1') : body }),
    });
    const problem = malformed(response);
    if (problem !== null) {
      throw failure([sent], `${problem}: ${response.status} ${response.text.slice(0, 300)}`);
    }
    return response;
  }

  #note({ uid, method }: RandomRequest, response: TestResponse): void {
    if (method !== 'POST') return;
    this.#made.set(uid, [...(this.#made.get(uid) ?? []), documentIdIn(response)]);
  }

  #filled(request: RandomRequest): RandomRequest {
    const { documentId, body } = request;
    return {
      ...request,
      documentId: documentId === null ? null : this.#fill(documentId),
      body: body === null ? null : this.#fill(body),
    };
  }

  #fill(text: string): string {
    return text.replaceAll(/\{\{(\S+?) (\d+)\}\}/g, (_all, uid: string, n: string) => {
      const made = this.#made.get(uid) ?? [];
      return made[Number(n) % made.length] ?? `none${n}`;
    });
  }
}

/** @param database As `ProjectCopy.open` takes it */
export async function openWriteRun(copy: ProjectCopy, database?: string): Promise<WriteRun> {
  const app = await copy.open(database);
  return new WriteRun(app, await DatabaseWatch.open(app.project.config.database, app.store));
}

function documentIdIn(response: TestResponse): string {
  return response.json<{ readonly data: { readonly documentId: string } }>().data.documentId;
}

function urlOf({ path, documentId, query }: Omit<RandomRequest, 'method'>): string {
  const url = documentId === null ? path : `${path}/${documentId}`;
  return query === '' ? url : `${url}?${query}`;
}

function failure(sent: readonly RandomRequest[], problem: string): Error {
  return new Error(`${problem}\nafter ${describeSent(sent)}`);
}

function describeSent(sent: readonly RandomRequest[]): string {
  return sent
    .map((one) =>
      [one.method, urlOf(one), JSON.stringify(one.headers), one.body?.slice(0, 1000)].join(' '),
    )
    .join('\n');
}
