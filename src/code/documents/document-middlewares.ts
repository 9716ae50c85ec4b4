// Middlewares around document calls: the first that is registered is the outermost.
import type { DocumentCall, DocumentMiddleware } from '../strapi/strapi.ts';

/** The document middlewares of a project. */
export class DocumentMiddlewares {
  #middlewares: readonly DocumentMiddleware[] = [];

  /** True if there is none. */
  get isEmpty(): boolean {
    return this.#middlewares.length === 0;
  }

  /** Registers a middleware inside those that are registered already. @returns a function that removes it */
  use(middleware: DocumentMiddleware): () => void {
    this.#middlewares = [...this.#middlewares, middleware];
    return () => {
      this.#middlewares = this.#middlewares.filter((each) => each !== middleware);
    };
  }

  /** Runs a call inside all middlewares. @returns what the outermost one returns */
  async run(context: DocumentCall, call: () => Promise<unknown>): Promise<unknown> {
    // A middleware that is registered during the call does not run for it.
    const middlewares = this.#middlewares;
    const runFrom = async (index: number): Promise<unknown> => {
      const middleware = middlewares[index];
      return middleware ? middleware(context, () => runFrom(index + 1)) : call();
    };
    return runFrom(0);
  }
}
