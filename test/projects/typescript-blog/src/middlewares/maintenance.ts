export default () => async (ctx, next) => {
  if (process.env.MAINTENANCE) ctx.status = 503;
  else await next();
};
