// Members of the package that Quoin does not have.

/** A function that throws when it is called. */
export function notAvailable(name: string): () => never {
  return () => {
    throw new Error(`@strapi/utils: ${name} is not available in Quoin.`);
  };
}

/** Loaded only for projects whose code uses it. */
export function notLoaded(name: string): () => never {
  return () => {
    throw new Error(
      `@strapi/utils: ${name} was not loaded because no code file of the project names it.`,
    );
  };
}
