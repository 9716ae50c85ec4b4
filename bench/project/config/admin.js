// The same secrets for every server, so that one token is valid on all of them.
module.exports = {
  auth: { secret: 'bench' },
  apiToken: { salt: 'bench' },
  transfer: { token: { salt: 'bench' } },
  secrets: { encryptionKey: '0123456789abcdef0123456789abcdef' },
  serveAdminPanel: false,
};
