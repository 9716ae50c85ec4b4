/**
 * article controller
 */

import { factories } from '@strapi/strapi';
import { errors } from '@strapi/utils';

export default factories.createCoreController('api::article.article', ({ strapi }) => ({
  async featured(ctx) {
    const entries = await strapi.documents('api::article.article').findMany({ limit: 3 });
    return this.transformResponse(await this.sanitizeOutput(entries, ctx));
  },

  async findOne(ctx) {
    if (ctx.params.id === 'latest') throw new errors.ApplicationError('Ask for one of them');
    return super.findOne(ctx);
  },
}));
