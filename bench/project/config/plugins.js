// All sign-ins come from one address, so rate limiting is disabled.
module.exports = {
  'users-permissions': { config: { jwtSecret: 'bench', ratelimit: { enabled: false } } },
};
