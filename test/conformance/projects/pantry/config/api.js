module.exports = ({ env }) => ({
  rest: {
    prefix: env('REST_PREFIX', '/api'),
    defaultLimit: 25,
    maxLimit: 100,
    withCount: true,
    strictParams: env.bool('REST_STRICT', false),
  },
  documents: { strictParams: env.bool('DOCUMENTS_STRICT', false) },
});
