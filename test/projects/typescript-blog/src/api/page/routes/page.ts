/**
 * page router
 */

import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::page.page', {
  config: { find: { auth: { scope: ['api::page.page.preview'] } } },
});
