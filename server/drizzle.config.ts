export default {
  dialect: 'postgresql',
  schema: './src/store/schema.ts',
  out: './src/store/migrations',
};
