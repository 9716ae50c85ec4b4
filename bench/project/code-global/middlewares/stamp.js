module.exports = () => async (ctx, next) => {
  const begin = Date.now();
  await next();
  ctx.set('x-took', String(Date.now() - begin));
};
