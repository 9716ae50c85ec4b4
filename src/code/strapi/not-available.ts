// Members of Strapi's object that Quoin does not have. They exist, and throw an error that names an alternative.

/** The error for such a member. @param name Path below `strapi` */
export function notAvailable(name: string, alternative: string): Error {
  return new Error(`strapi.${name} is not available in Quoin. Use ${alternative} instead.`);
}

const ALTERNATIVES: Readonly<Record<string, string>> = {
  sanitizers: 'strapi.contentAPI.sanitize',
  validators: 'strapi.contentAPI.validate',
  webhookRunner: 'strapi.eventHub',
  sessionManager: "strapi.plugin('users-permissions').service('jwt')",
  contentAPISchemaRegistry: 'strapi.contentAPI.addInputParams',
  fs: 'node:fs with strapi.dirs',
  load: 'quoin start, which loads the project,',
  start: 'quoin start',
  listen: 'quoin start',
  destroy: 'the signal SIGTERM',
  stop: 'the signal SIGTERM',
};

const DATABASE_ALTERNATIVES: Readonly<Record<string, string>> = {
  queryBuilder: 'strapi.db.query(uid) or strapi.db.connection',
  entityManager: 'strapi.db.query(uid)',
  schema: 'database/migrations, or strapi.db.connection.schema',
  migrations: 'files in database/migrations',
  repair: 'quoin schema',
};

/** Adds members that throw when they are read. They are not enumerable, so copies of the object can be made. */
export function addNotAvailable(strapi: object, db: object): void {
  addNotAvailableTo(strapi, '', ALTERNATIVES);
  addNotAvailableTo(db, 'db.', DATABASE_ALTERNATIVES);
}

/** The same for an object at a path below `strapi`. @param alternatives By name of the member */
export function addNotAvailableTo(
  target: object,
  prefix: string,
  alternatives: Readonly<Record<string, string>>,
): void {
  for (const [name, alternative] of Object.entries(alternatives)) {
    Object.defineProperty(target, name, {
      enumerable: false,
      configurable: true,
      get: () => {
        throw notAvailable(prefix + name, alternative);
      },
      set: (value: unknown) => {
        Object.defineProperty(target, name, { value, writable: true, configurable: true });
      },
    });
  }
}
