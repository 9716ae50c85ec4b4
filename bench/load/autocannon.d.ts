// Types of the parts of autocannon that the benchmark uses.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Request {
    readonly method?: 'GET' | 'POST' | 'PUT';
    readonly path: string;
    readonly headers: Record<string, string>;
    readonly body?: string | Buffer;
  }

  interface Client {
    readonly setRequests: (requests: readonly Request[]) => void;
  }

  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    /** In seconds. */
    readonly timeout: number;
    readonly requests: readonly Request[];
    /** Called for each connection before its first request. */
    readonly setupClient: (client: Client) => void;
  }

  interface Result {
    readonly duration: number;
    readonly errors: number;
    readonly non2xx: number;
  }

  function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter;
  export = autocannon;
}
