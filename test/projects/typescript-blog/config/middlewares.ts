export default [
  'strapi::logger',
  'strapi::errors',
  'strapi::security',
  {
    name: 'strapi::cors',
    config: {
      origin: ['https://blog.example'],
      headers: ['Content-Type', 'Authorization'],
    },
  },
  'strapi::poweredBy',
  { name: 'strapi::query', config: { arrayLimit: 250 } },
  { name: 'strapi::body', config: { jsonLimit: '5mb' } },
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
  'global::maintenance',
];
