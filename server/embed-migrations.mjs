// Writes the SQL of src/platform/database/migrations into src/platform/database/migrations.ts, so that a bundle carries it.
// Run by `npm run migrations -w server`, after drizzle-kit has written a step.
import { readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('./src/platform/database/migrations/', import.meta.url);
const { entries } = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8'));
const steps = entries.map(({ tag }) => ({
  tag,
  statements: readFileSync(new URL(`${tag}.sql`, folder), 'utf8')
    .split('--> statement-breakpoint')
    .map((statement) => statement.trim()),
}));
const quoted = (statement) => `\`${statement.replace(/[\\`]|\$\{/g, '\\$&')}\``;
const text = steps
  .map(
    ({ tag, statements }) =>
      `  {\n    tag: '${tag}',\n    statements: [${statements.map(quoted).join(',\n')}],\n  },`,
  )
  .join('\n');
writeFileSync(
  new URL('./src/platform/database/migrations.ts', import.meta.url),
  `// Written by embed-migrations.mjs from the files of migrations/: change the schema and run it, not this.\n` +
    `export const MIGRATIONS: readonly { readonly tag: string; readonly statements: readonly string[] }[] = [\n${text}\n];\n`,
);
