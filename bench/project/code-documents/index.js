module.exports = {
  register({ strapi }) {
    strapi.documents.use((context, next) => {
      if (context.uid === 'api::note.note') context.params.limit ??= 100;
      return next();
    });
  },
};
