/**
 * article service
 */

import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::article.article', ({ strapi }) => ({
  async publishScheduled() {
    strapi.log.info('Nothing is scheduled.');
  },
}));
