export default (plugin) => {
  const { me } = plugin.controllers.user;
  plugin.controllers.user.me = async (ctx) => {
    await me(ctx);
    ctx.body.greeting = `Hello ${ctx.body.username}`;
  };
  return plugin;
};
