export default ({ env }) => ({
  'users-permissions': {
    config: {
      jwtSecret: env('JWT_SECRET'),
      jwt: { expiresIn: '7d' },
      register: { allowedFields: ['nickname'] },
    },
  },
  upload: {
    config: { sizeLimit: 20 * 1024 * 1024 },
  },
  graphql: {
    config: { endpoint: '/graphql' },
  },
});
