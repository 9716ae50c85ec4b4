// Document service middlewares: the first registered is the outermost.
import type { DocumentCall, DocumentMiddleware } from '../strapi/strapi.ts';

export class DocumentMiddlewares {
  #middlewares: readonly DocumentMiddleware[] = [];

  get isEmpty(): boolean {
    return this.#middlewares.length === 0;
  }

  /** Registers a middleware inside the existing ones. @returns a function that removes it */
  use(middleware: DocumentMiddleware): () => void {
    this.#middlewares = [...this.#middlewares, middleware];
    return () => {
      this.#middlewares = this.#middlewares.filter((each) => each !== middleware);
    };
  }

  /** Runs a call inside all middlewares. @returns the result of the outermost one */
  async run(context: DocumentCall, call: () => Promise<unknown>): Promise<unknown> {
    // Middlewares that are registered during the call do not run for it.
    const middlewares = this.#middlewares;
    const runFrom = async (index: number): Promise<unknown> => {
      const middleware = middlewares[index];
      return middleware ? middleware(context, () => runFrom(index + 1)) : call();
    };
    return runFrom(0);
  }
}
