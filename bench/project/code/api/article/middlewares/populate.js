const populate = {
  author: { populate: { avatar: true } },
  category: { fields: ['name', 'slug'] },
  cover: true,
};

module.exports = () => async (ctx, next) => {
  ctx.query.populate = populate;
  await next();
};
