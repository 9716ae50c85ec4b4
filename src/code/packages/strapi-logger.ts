// `@strapi/logger`, for config/logger: Quoin writes its own log and uses `level` only, so formats and transports do nothing.

/** Can be called, constructed and read to any depth. It has no keys of its own. */
const inert: object = new Proxy(function () {}, {
  get: (target, name) => (typeof name === 'symbol' ? Reflect.get(target, name) : inert),
  apply: () => inert,
  construct: () => inert,
});

/** What the package exports. */
export const strapiLogger: Readonly<Record<string, object>> = {
  winston: inert,
  formats: inert,
  createLogger: inert,
};
