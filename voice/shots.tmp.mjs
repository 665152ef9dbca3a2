import { spawn } from 'node:child_process';
import { chromium } from '@playwright/test';
const sid = 'AC' + '0'.repeat(31) + '1', tok = 'a-token-for-tests';
const child = spawn(process.execPath, ['--import', 'tsx', 'voice/src/main.ts', '--port', '7199', '--account-sid', sid, '--auth-token', tok, '--handset', '1', '--data', '/tmp/work/voice/data', '--cps', '100'], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LOG_LEVEL: 'silent' } });
await new Promise((r) => child.stdout.once('data', r));
const base = `http://localhost:7199`;
const auth = { authorization: 'Basic ' + Buffer.from(`${sid}:${tok}`).toString('base64') };
const api = (p, f) => fetch(`${base}/2010-04-01/Accounts/${sid}${p}`, { method: 'POST', headers: auth, body: new URLSearchParams(f) }).then((r) => r.json());
await api('/IncomingPhoneNumbers.json', { PhoneNumber: '+14155550199', FriendlyName: 'Main line', VoiceUrl: 'http://127.0.0.1:9/' });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', '--autoplay-policy=no-user-gesture-required'] });
try {
  for (const colorScheme of ['light', 'dark']) {
    const ctx = await browser.newContext({ colorScheme, viewport: { width: 480, height: 800 }, permissions: ['microphone'] });
    const page = await ctx.newPage();
    await page.goto(`${base}/handset`);
    await page.getByText('Ready').waitFor();
    await api('/Messages.json', { To: '+14155550107', From: '+14155550199', Body: 'Hi Taylor, are you free for a call at ten?' });
    await page.getByText('Hi Taylor').first().waitFor();
    await page.getByRole('textbox').fill('Yes, at ten.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Yes, at ten.').first().waitFor();
    await page.screenshot({ path: `/tmp/work/voice/${colorScheme}-idle.png` });
    const { sid: call } = await api('/Calls.json', { To: '+14155550107', From: '+14155550199', Twiml: '<Response><Pause length="60"/></Response>' });
    await page.getByText('Incoming call').waitFor();
    await page.screenshot({ path: `/tmp/work/voice/${colorScheme}-ringing.png` });
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('On a call').waitFor();
    await page.screenshot({ path: `/tmp/work/voice/${colorScheme}-call.png` });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.screenshot({ path: `/tmp/work/voice/${colorScheme}-call-320.png`, fullPage: true });
    await page.getByRole('button', { name: 'Hang up' }).click();
    await ctx.close();
  }
} finally { await browser.close(); child.kill(); }
