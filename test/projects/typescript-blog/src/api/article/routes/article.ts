/**
 * article router
 */

import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::article.article', {
  except: ['delete'],
  config: {
    find: { auth: false },
    create: { middlewares: ['api::article.stamp'] },
    update: { policies: ['is-owner'] },
  },
});
