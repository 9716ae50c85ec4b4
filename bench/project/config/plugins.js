// Everybody who signs in comes from one address here.
module.exports = {
  'users-permissions': { config: { jwtSecret: 'bench', ratelimit: { enabled: false } } },
};
