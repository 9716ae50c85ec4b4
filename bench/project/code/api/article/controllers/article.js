const { factories } = require('@strapi/strapi');

module.exports = factories.createCoreController('api::article.article', ({ strapi }) => ({
  async find(ctx) {
    const { data, meta } = await super.find(ctx);
    const articles = data.map((article) => ({
      ...article,
      minutes: Math.ceil(article.body.length / 1000),
    }));
    return { data: articles, meta };
  },

  async featured(ctx) {
    const articles = await strapi.documents('api::article.article').findMany({
      filters: { featured: true },
      status: 'published',
      fields: ['title', 'slug', 'views'],
      populate: { author: { fields: ['name'] } },
      start: Number(ctx.query.start ?? 0),
      limit: 25,
    });
    return { data: articles };
  },
}));
