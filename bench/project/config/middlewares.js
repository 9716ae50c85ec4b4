const { existsSync } = require('node:fs');
const { join } = require('node:path');

const own = existsSync(join(process.cwd(), 'src/middlewares/stamp.js')) ? ['global::stamp'] : [];

// Without strapi::logger: Quoin writes no line for each request, so Strapi need not either.
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
  ...own,
];
