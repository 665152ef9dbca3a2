export default {
  dialect: 'postgresql',
  schema: './src/platform/database/schema.ts',
  out: './src/platform/database/migrations',
};
