// `@strapi/logger`, for config/logger: Quoin has its own log and uses only `level`, so formats and transports have no
// effect.

/** Can be called, constructed and read at any depth. It has no enumerable keys. */
const inert: object = new Proxy(function () {}, {
  get: (target, name) => (typeof name === 'symbol' ? Reflect.get(target, name) : inert),
  apply: () => inert,
  construct: () => inert,
});

/** The exports of the package. */
export const strapiLogger: Readonly<Record<string, object>> = {
  winston: inert,
  formats: inert,
  createLogger: inert,
};
