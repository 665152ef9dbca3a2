/** Keys of the embedded services: created at the first start, stored in the data folder, never printed. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const hex = (prefix: string) => z.string().regex(new RegExp(`^${prefix}[0-9a-f]{32}$`));

const Secrets = z.object({
  accountSid: hex('AC'),
  authToken: z.string().min(32),
  apiKey: hex('SK'),
  apiSecret: z.string().min(32),
  pusherAppId: z.string().min(1),
  pusherKey: z.string().min(16),
  pusherSecret: z.string().min(32),
  session: z.string().min(32),
});
export type Secrets = z.infer<typeof Secrets>;

const random = (bytes: number): string => randomBytes(bytes).toString('hex');

/** @throws if the file exists but is invalid: it's never overwritten silently */
export function readSecrets(data: string): Secrets {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const path = join(data, 'secrets.json');
  let text: string | undefined;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (text !== undefined) return Secrets.parse(JSON.parse(text));
  const created: Secrets = {
    accountSid: `AC${random(16)}`,
    authToken: random(16),
    apiKey: `SK${random(16)}`,
    apiSecret: random(16),
    pusherAppId: '1',
    pusherKey: random(10),
    pusherSecret: random(20),
    session: random(32),
  };
  writeFileSync(`${path}.new`, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return created;
}
