const { existsSync } = require('node:fs');
const { join } = require('node:path');

const stamp = existsSync(join(process.cwd(), 'src/middlewares/stamp.js')) ? ['global::stamp'] : [];

// Without strapi::logger, since Quoin writes no line per request.
module.exports = [
  'strapi::errors',
  'strapi::security',
  'strapi::cors',
  'strapi::poweredBy',
  'strapi::query',
  'strapi::body',
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
  ...stamp,
];
