import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../../testing/servers/local.ts';
import { programFile } from '../../testing/servers/program-file.ts';
import { startSmtpServer } from '../../testing/servers/smtp.ts';

/** A certificate for `localhost` that its own authority signs. @returns null: this machine can't make one */
function createCertificate() {
  const folder = scratchFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
        ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
      ],
      { stdio: 'ignore' },
    );
  } catch {
    return null;
  }
  return { file: cert, key: readFileSync(key), cert: readFileSync(cert) };
}

it.for<[how: string, isSecure: boolean, options: SMTPServerOptions]>([
  ['TLS from the first byte', true, { secure: true }],
  ['STARTTLS', false, { disabledCommands: [] }],
])('a mail is sent by %s with a certificate of the operator’s own authority', async (row, { skip }) => {
  const [, isSecure, options] = row;
  const certificate = createCertificate();
  if (certificate === null) return skip('openssl isn’t installed');
  const { file, key, cert } = certificate;
  const smtp = await startSmtpServer({ ...options, allowInsecureAuth: false, key, cert });
  onTestFinished(() => smtp.stop());
  const config = { ...smtp.config, host: 'localhost', isSecure, requiresTls: !isSecure };
  // Node reads further authorities only when it starts.
  const send = async (env: Record<string, string>) => {
    const args = [programFile('test-mail-sender'), JSON.stringify(config)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
    return JSON.parse(stdout) as unknown;
  };
  expect(await send({ NODE_EXTRA_CA_CERTS: file })).toBeNull();
  expect(smtp.received).toMatchObject([{ to: ['ada@example.com'], text: expect.stringMatching(/over TLS/) }]);
  expect(await send({})).toMatchObject({
    kind: 'temporary',
    reason: expect.stringMatching(/self-signed certificate/i),
  });
  expect(smtp.received.length).toBe(1);
});
