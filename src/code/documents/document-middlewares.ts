// Middlewares around document calls: the first that is registered is the outermost.
import type { DocumentCall, DocumentMiddleware } from '../strapi/strapi.ts';

/** The document middlewares of a project. */
export class DocumentMiddlewares {
  #middlewares: readonly DocumentMiddleware[] = [];

  /** True if there is none. */
  get isEmpty(): boolean {
    return this.#middlewares.length === 0;
  }

  /** Registers a middleware inside of those that are there. @returns a function that removes it */
  use(middleware: DocumentMiddleware): () => void {
    this.#middlewares = [...this.#middlewares, middleware];
    return () => {
      this.#middlewares = this.#middlewares.filter((each) => each !== middleware);
    };
  }

  /** Runs a call inside of all middlewares. @param call Runs inside of all of them @returns what the outermost returns */
  async run(context: DocumentCall, call: () => Promise<unknown>): Promise<unknown> {
    // A middleware that is registered meanwhile belongs to the next call.
    const middlewares = this.#middlewares;
    const runFrom = async (index: number): Promise<unknown> => {
      const middleware = middlewares[index];
      return middleware ? middleware(context, () => runFrom(index + 1)) : call();
    };
    return runFrom(0);
  }
}
