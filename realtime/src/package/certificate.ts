import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';

export interface TlsKeys {
  /** PEM texts. */
  readonly cert: string;
  readonly key: string;
}

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 60 * 60_000;
/** Browsers reject server certificates that are valid for longer. */
const VALID_DAYS = 397;
const RENEW_BEFORE_DAYS = 30;

/**
 * The service's own certificate for this machine's names and `host`. It's kept, so that a browser's exception for it
 * lasts, and renewed 30 days before it expires.
 */
export async function keptCertificate(folder: string, host: string, now: number): Promise<TlsKeys> {
  const [certFile, keyFile] = [certificateFile(folder), join(folder, 'private-key.pem')];
  if (existsSync(certFile) && existsSync(keyFile)) {
    const kept = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    if (isUsable(kept, host, now)) return kept;
  }
  const created = await createCertificate(names(host), now);
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  writeFileSync(keyFile, created.key, { mode: PRIVATE_FILE });
  writeFileSync(certFile, created.cert, { mode: PRIVATE_FILE });
  return created;
}

export const certificateFile = (folder: string): string => join(folder, 'certificate.pem');

export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  const base = env['XDG_CACHE_HOME'] || env['LOCALAPPDATA'] || join(homedir(), '.cache');
  return join(base, 'offhook-realtime');
}

function names(host: string): readonly string[] {
  const isAnyAddress = host === '0.0.0.0' || host === '::';
  return [...new Set(['localhost', '127.0.0.1', '::1', ...(isAnyAddress ? [] : [host])])];
}

function isUsable({ cert, key }: TlsKeys, host: string, now: number): boolean {
  try {
    const parsed = new X509Certificate(cert);
    const isCurrent = Date.parse(parsed.validTo) - now > RENEW_BEFORE_DAYS * DAY_MS;
    return (
      isCurrent &&
      // Two processes may have written at the same time.
      parsed.checkPrivateKey(createPrivateKey(key)) &&
      names(host).every((name) => (isIP(name) ? parsed.checkIP(name) : parsed.checkHost(name)))
    );
  } catch {
    return false;
  }
}

async function createCertificate(hosts: readonly string[], now: number): Promise<TlsKeys> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=offhook-realtime',
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + (VALID_DAYS - 1) * DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      // Clients that are given the certificate trust it as a CA, for no other names.
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value })),
      ),
    ],
  });
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: x509.PemConverter.encode(key, 'PRIVATE KEY'), cert: `${certificate.toString('pem')}\n` };
}

/** Which of the two can't be used: not in PEM, mixed up, or not of each other. */
export function unusablePart({ cert, key }: TlsKeys): 'certificate' | 'key' | 'pair' | null {
  const parsed = attempt(() => new X509Certificate(cert));
  if (!parsed) return 'certificate';
  const privateKey = attempt(() => createPrivateKey(key));
  if (!privateKey) return 'key';
  return parsed.checkPrivateKey(privateKey) ? null : 'pair';
}

function attempt<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}
