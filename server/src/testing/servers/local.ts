/** What a test has for itself on this machine: folders, servers, and the keys of a provider. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Goes with the test. */
export function scratchFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'offhook-scratch-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}

/** @returns the address */
export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that ends with the test. @returns its address */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

export const ACCOUNT = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'test-auth-token',
  apiKey: `SK${'0'.repeat(32)}`,
  apiSecret: 'test-api-secret',
};

/** The same for a program. */
export const ACCOUNT_ENVIRONMENT = {
  TWILIO_ACCOUNT_SID: ACCOUNT.accountSid,
  TWILIO_AUTH_TOKEN: ACCOUNT.authToken,
  TWILIO_API_KEY: ACCOUNT.apiKey,
  TWILIO_API_SECRET: ACCOUNT.apiSecret,
};

/** All that a server must be told. */
export const ENVIRONMENT = {
  ...ACCOUNT_ENVIRONMENT,
  PUBLIC_URL: 'https://offhook.test',
  PUSHER_APP_ID: '1',
  PUSHER_KEY: 'key',
  PUSHER_SECRET: 'secret',
  PUSHER_CLUSTER: 'eu',
};
