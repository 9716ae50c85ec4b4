// In charge of how long the stages of a request take, and of telling it in `Server-Timing`. A request has a clock only
// where a project asks for it (config/quoin, `timing`).
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Not there where nobody asks how long its stages take. */
    clock?: StageClock;
  }
}

/**
 * What a request goes through: its body arrives (`body`); its caller is looked up (`auth`); a read is parsed, planned and
 * compiled (`plan`), what is to be written is checked and hashed (`check`); the database works, or is waited for (`db`);
 * rows become JSON (`shape`).
 */
export type Stage = 'body' | 'auth' | 'plan' | 'check' | 'db' | 'shape';

/** Looks at the time when a stage ends. */
export class StageClock {
  readonly #began = performance.now();
  #last = this.#began;
  #told = '';

  /** What was done since the stage before belongs to this one. */
  end(stage: Stage): void {
    const now = performance.now();
    this.#told += `${stage};dur=${shown(now - this.#last)}, `;
    this.#last = now;
  }

  /** The header's value, as of now. */
  get told(): string {
    return `${this.#told}total;dur=${shown(performance.now() - this.#began)}`;
  }
}

/** What an answer says that is given again (`KeptAnswers`). */
export const TOLD_AGAIN: Readonly<Record<string, string>> = { 'server-timing': 'cache;desc=hit' };

/** Lets every answer say how long its stages took. */
export function bindClocks(app: FastifyInstance): void {
  app.decorateRequest('clock');
  app.addHook('onRequest', (request, _reply, done) => {
    request.clock = new StageClock();
    done();
  });
  app.addHook('preHandler', ({ clock, body }, _reply, done) => {
    if (body !== undefined) clock?.end('body');
    done();
  });
  app.addHook('onSend', async ({ clock }, reply) => {
    if (clock) reply.header('server-timing', clock.told);
  });
}

/** Milliseconds with at most three decimals. */
function shown(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
