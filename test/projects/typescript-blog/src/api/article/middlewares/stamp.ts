export default () => async (ctx, next) => {
  await next();
  ctx.set('x-stamp', 'article');
};
