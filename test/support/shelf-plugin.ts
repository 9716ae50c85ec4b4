// A plugin with a server part, installed in a project, that uses what plugins from npm use.
import { collectionType, schemaOf, type ProjectFiles } from './project-folder.ts';

/** Where it is installed. */
const FOLDER = 'node_modules/strapi-plugin-shelf';

/** Its server part, as it is built for npm. */
const SERVER = `
'use strict';
Object.defineProperty(exports, '__esModule', { value: true });
const { errors } = require('@strapi/utils');

// Controllers may ask for a store when they are created.
const settings = ({ strapi }) => {
  const store = strapi.store({ type: 'plugin', name: 'shelf' });
  return {
    async get(ctx) {
      const { colour } = await strapi.plugin('shelf').service('settings').read();
      ctx.send({ colour, stored: await store.get({ key: 'settings' }) });
    },
    async set(ctx) {
      await store.set({ key: 'settings', value: ctx.request.body });
      ctx.send({ ok: true });
    },
  };
};
const facts = {
  async list(ctx) {
    const populate = await strapi
      .plugin('content-manager').service('populate-builder')('api::post.post').populateDeep(Infinity).build();
    ctx.send({
      types: Object.fromEntries(
        Object.entries(strapi.contentType('api::post.post').attributes)
          .filter(([, { customField }]) => customField)
          .map(([name, { type }]) => [name, type])),
      populate: Object.keys(populate),
      seo: populate.seo,
      parts: await strapi.db.query('post.seo').count(),
      settings: await strapi.db.query('strapi::core-store').count({ where: { key: 'plugin_shelf_settings' } }),
      actions: strapi.admin.services.permission.actionProvider.keys(),
      known: strapi.contentAPI.permissions.getActionsMap()['plugin::shelf'],
      shelves: await strapi.documents('plugin::shelf.shelf').count({}),
    });
  },
};

exports.default = {
  async register({ strapi }) {
    strapi.customFields.register([
      { name: 'colour', plugin: 'shelf', type: 'string' },
      { name: 'labels', plugin: 'shelf', type: 'json' },
    ]);
    strapi.documents.use(async ({ uid, params }, next) => {
      const result = await next();
      if (uid === 'api::post.post' && Array.isArray(result) && params.shelf) {
        return result.map((post) => ({ ...post, title: params.shelf }));
      }
      return result;
    });
    strapi.contentAPI.addQueryParams({ shelf: { schema: (z) => z.string().max(3).optional() } });
    strapi.contentAPI.addInputParams({
      note: { schema: (z) => z.string().max(5), matchRoute: ({ path }) => path.startsWith('/posts') },
    });
  },
  async bootstrap({ strapi }) {
    await strapi.admin.services.permission.actionProvider.registerMany([
      { section: 'plugins', displayName: 'Read', uid: 'read', pluginName: 'shelf' },
    ]);
    await strapi.documents('plugin::shelf.shelf').create({ data: { name: 'first' } });
  },
  config: {
    default: ({ env }) => ({ colour: env('SHELF', 'red') }),
    validator({ colour }) {
      if (typeof colour !== 'string') throw new errors.ValidationError('colour must be a text');
    },
  },
  controllers: { settings, facts },
  services: { settings: ({ strapi }) => ({ read: async () => ({ colour: strapi.config.get('plugin::shelf.colour') }) }) },
  contentTypes: {
    shelf: {
      schema: {
        kind: 'collectionType',
        info: { singularName: 'shelf', pluralName: 'shelves', displayName: 'Shelf' },
        options: { draftAndPublish: false },
        attributes: { name: { type: 'string' } },
      },
    },
  },
  routes: {
    admin: {
      type: 'admin',
      routes: [
        { method: 'GET', path: '/settings', handler: 'settings.get',
          config: { policies: ['admin::isAuthenticatedAdmin'] } },
        { method: 'PUT', path: '/settings', handler: 'settings.set',
          config: { policies: [{ name: 'admin::hasPermissions', config: { actions: ['plugin::shelf.read'] } }] } },
        { method: 'GET', path: '/of/:model', handler: 'settings.get',
          config: { policies: [{ name: 'plugin::content-manager.hasPermissions',
            config: { actions: ['plugin::content-manager.explorer.read'] } }] } },
      ],
    },
    'content-api': {
      type: 'content-api',
      routes: [{ method: 'GET', path: '/facts', handler: 'facts.list' }],
    },
  },
};
`;

const seo = {
  collectionName: 'components_post_seos',
  info: { displayName: 'seo' },
  attributes: { text: { type: 'string' } },
};

/** A project that has installed it, and a plugin whose package lacks its server part. */
export const shelfProject: ProjectFiles = {
  'package.json': {
    name: 'with-plugins',
    dependencies: { 'strapi-plugin-shelf': '1.0.0', 'strapi-plugin-empty': '1.0.0' },
  },
  [`${FOLDER}/package.json`]: {
    name: 'strapi-plugin-shelf',
    version: '1.0.0',
    strapi: { kind: 'plugin', name: 'shelf' },
    exports: { './strapi-server': { require: './dist/server/index.js' } },
  },
  [`${FOLDER}/dist/server/index.js`]: SERVER,
  'node_modules/strapi-plugin-empty/package.json': {
    name: 'strapi-plugin-empty',
    strapi: { kind: 'plugin', name: 'empty' },
    exports: { './strapi-server': { require: './dist/server/index.js' } },
  },
  [schemaOf('post')]: collectionType('post', {
    title: { type: 'string' },
    colour: { type: 'customField', customField: 'plugin::shelf.colour' },
    labels: { type: 'customField', customField: 'plugin::shelf.labels' },
    seo: { type: 'component', component: 'post.seo' },
  }),
  'src/components/post/seo.json': seo,
};
