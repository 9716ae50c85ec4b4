export default {
  publishScheduled: {
    task: async ({ strapi }) => {
      await strapi.service('api::article.article').publishScheduled();
    },
    options: { rule: '0 * * * *' },
  },
};
