// Services of the plugin `content-manager` that Quoin does not implement. Their functions throw an error that names an
// alternative.
import { notAvailable } from '../../strapi/not-available.ts';

const ALTERNATIVES: Readonly<Record<string, string>> = {
  'data-mapper': 'strapi.contentType(uid)',
  'document-metadata': 'strapi.documents(uid)',
  history: 'strapi.documents(uid)',
  homepage: 'strapi.documents(uid)',
  metrics: 'strapi.log',
  permission: 'strapi.admin.services.permission',
  'permission-checker': "strapi.service('admin::permission').createPermissionsManager",
  preview: "strapi.config.get('admin.preview')",
};

/** Functions that create the services, by name. */
export const missingServices: Readonly<Record<string, () => object>> = Object.fromEntries(
  Object.entries(ALTERNATIVES).map(([name, alternative]) => [
    name,
    () => missing(name, alternative),
  ]),
);

/** A function, because some services are functions of a uid. */
function missing(name: string, alternative: string): object {
  const fail = (): never => {
    throw notAvailable(`plugin('content-manager').service('${name}')`, alternative);
  };
  return new Proxy(fail, {
    // Printing a value reads symbols, and `await` reads `then`.
    get: (_target, key) => (typeof key === 'symbol' || key === 'then' ? undefined : fail),
  });
}
