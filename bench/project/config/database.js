module.exports = ({ env }) => {
  const client = env('DATABASE_CLIENT', 'sqlite');
  const connections = {
    sqlite: {
      connection: { filename: env('DATABASE_FILENAME', '.tmp/data.db') },
      useNullAsDefault: true,
    },
    postgres: {
      connection: {
        host: env('DATABASE_HOST', '127.0.0.1'),
        port: env.int('DATABASE_PORT', 5432),
        database: env('DATABASE_NAME', 'bench'),
        user: env('DATABASE_USERNAME', 'quoin'),
        password: env('DATABASE_PASSWORD', ''),
      },
    },
  };
  return { connection: { client, ...connections[client] } };
};
