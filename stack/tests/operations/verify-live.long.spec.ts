/** `npm run verify:live` against the embedded services, which stand for real accounts. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { freePort } from '../../testing/free-port.mjs';
import { type Providers, startProviders } from './server-alone.ts';

const MAIN = fileURLToPath(new URL('../../src/verify-live/main.ts', import.meta.url));
const NUMBERS = ['+14155550171', '+14155550172'] as const;
/** What the numbers did before, and must do afterwards. */
const FORMER_URL = 'https://example.com/former';

interface Finished {
  readonly code: number;
  readonly out: string;
  readonly report: string;
}

let folder = '';
let providers: Providers;

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'offhook-verify-'));
  providers = await startProviders(folder);
});
test.afterEach(async () => {
  await providers.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function provider(path: string, form?: Record<string, string>): Promise<Record<string, unknown>> {
  const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token } = providers.settings;
  const response = await fetch(`${providers.voiceUrl}/2010-04-01/Accounts/${sid}${path}`, {
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  return (await response.json()) as Record<string, unknown>;
}

async function verify(settings: Record<string, string> = {}): Promise<Finished> {
  const port = await freePort();
  providers.setServerPort(port);
  const report = join(folder, 'report.md');
  const args = ['--import', 'ts-blank-space/register', MAIN, '--yes', '--report', report];
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    CHROMIUM_PATH: process.env['CHROMIUM_PATH'],
    LOG_LEVEL: 'error',
    ...providers.settings,
    PORT: String(port),
    LIVE_NUMBERS: NUMBERS.join(','),
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({
        code: error ? Number(error.code) : 0,
        out: stdout + stderr,
        report: readFileSync(report, 'utf8'),
      }),
    );
  });
}

test('every step passes, the report has no secret, and the account is as before', async () => {
  test.setTimeout(300_000);
  for (const PhoneNumber of NUMBERS)
    await provider('/IncomingPhoneNumbers.json', { PhoneNumber, VoiceUrl: FORMER_URL, SmsUrl: FORMER_URL });
  const { code, out, report } = await verify();
  expect({ code, failed: out.match(/^[✗–].*$/gm) }).toEqual({ code: 0, failed: null });
  for (const step of ['token and registration', 'outbound call', 'inbound call', 'hold', 'recording', 'text'])
    expect(report).toContain(`| ${step} | passed |`);
  expect(report).toContain('call.updated');
  const secrets = Object.entries(providers.settings).filter(([name]) => /TOKEN|SECRET|KEY|SID/.test(name));
  for (const secret of [...secrets.map(([, value]) => value), ...NUMBERS])
    expect(report).not.toContain(secret);

  const { incoming_phone_numbers: numbers } = await provider('/IncomingPhoneNumbers.json');
  expect(numbers).toHaveLength(2);
  for (const phone_number of NUMBERS)
    expect(numbers).toContainEqual(
      expect.objectContaining({ phone_number, voice_url: FORMER_URL, sms_url: FORMER_URL }),
    );
  expect(await provider('/Applications.json')).toMatchObject({ applications: [] });
});

test('a number that the account lacks fails the check, and no step after it runs', async () => {
  await provider('/IncomingPhoneNumbers.json', { PhoneNumber: NUMBERS[0] });
  const { code, out, report } = await verify();
  expect(code).toBe(1);
  expect(out).toMatch(/✗ set-up: The account doesn't own/);
  expect(report).toContain("| set-up | failed | The account doesn't own …72. |");
  expect(report).not.toContain('passed |  |');
});
