/** `npm run verify:live`: checks Offhook with real accounts and writes a report without secrets. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { chromium } from '@playwright/test';
import configuration from '../../playwright.config.ts';
import { formatReport, type StepResult, stepLine } from './core/report.ts';
import { Installation } from './installation.ts';
import { Provider, type SavedNumber } from './provider.ts';
import { type Options, readOptions, type Settings } from './settings.ts';
import { createSteps } from './steps.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const options = readOptions(process.argv.slice(2), process.env);
if ('help' in options) {
  process.stdout.write(options.help);
  process.exit(0);
}
if ('error' in options) {
  process.stderr.write(`${options.error}\nAll settings: npm run verify:live -- --help\n`);
  process.exit(2);
}
if (!options.yes && !(await confirm(options.settings))) process.exit(1);
process.exit((await check(options)) ? 0 : 1);

async function confirm({ LIVE_NUMBERS, PUBLIC_URL }: Settings): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(
    `${LIVE_NUMBERS.join(' and ')} will point to ${PUBLIC_URL} for about three minutes, and one will call and text the other. Go on? (y/n) `,
  );
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** @returns whether every step passed */
async function check({ settings, report }: Options): Promise<boolean> {
  const startedAt = new Date();
  const provider = new Provider(settings);
  const secrets = [
    settings.TWILIO_AUTH_TOKEN,
    settings.TWILIO_API_SECRET,
    settings.PUSHER_SECRET,
    settings.PUSHER_KEY,
    new URL(settings.PUBLIC_URL).host,
  ];
  const steps: StepResult[] = [];
  const saved: SavedNumber[] = [];
  let applicationSid = '';
  let installation: Installation | null = null;
  const browser = await chromium.launch(configuration.use?.launchOptions ?? {});
  try {
    const prepare = async (): Promise<string> => {
      for (const number of settings.LIVE_NUMBERS) saved.push(await provider.saveNumber(number));
      applicationSid = await provider.createApplication(settings.PUBLIC_URL.replace(/\/+$/, ''));
      installation = new Installation(settings, applicationSid, process.env);
      await installation.start();
      await installation.fill(settings.LIVE_NUMBERS);
      return 'an account with two agents and two numbers';
    };
    await perform('set-up', prepare, steps);
    if (installation !== null) {
      const all = createSteps({ settings, installation, provider, browser, startedAt });
      for (const { name, run } of all) await perform(name, run, steps);
    }
  } finally {
    await browser.close();
    await perform(
      'clean-up',
      () => cleanUp(provider, installation, saved, applicationSid, startedAt),
      steps,
      true,
    );
  }
  const cost = await describeCost(provider, startedAt);
  const providers = {
    voice: provider.host,
    realtime: settings.PUSHER_CLUSTER === '' ? settings.PUSHER_HOST : `cluster ${settings.PUSHER_CLUSTER}`,
  };
  writeFileSync(
    report,
    formatReport({ startedAt: startedAt.toISOString(), release: version, providers, steps, cost }, secrets),
  );
  process.stdout.write(`Report: ${report}\n`);
  return steps.every(({ state }) => state === 'passed');
}

/** Runs a step, unless one before it failed. */
async function perform(
  name: string,
  run: () => Promise<string>,
  results: StepResult[],
  always = false,
): Promise<void> {
  const before = results.find(({ state }) => state === 'failed');
  const begunAt = performance.now();
  const finish = (state: StepResult['state'], detail: string): void => {
    const result = { name, state, detail, ms: performance.now() - begunAt };
    results.push(result);
    process.stdout.write(`${stepLine(result)}\n`);
  };
  if (before && !always) return finish('skipped', `because “${before.name}” failed`);
  try {
    finish('passed', await run());
  } catch (error) {
    finish('failed', error instanceof Error ? (error.message.split('\nCall log')[0] ?? '') : String(error));
  }
}

/** Leaves the account as it was: no call, its numbers' settings, no application of ours. */
async function cleanUp(
  provider: Provider,
  installation: Installation | null,
  saved: readonly SavedNumber[],
  applicationSid: string,
  startedAt: Date,
): Promise<string> {
  await installation?.stop();
  const problems: string[] = [];
  const attempt = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: Error) => problems.push(error.message));
  const numbers = saved.map(({ fields }) => fields['VoiceUrl']);
  const open = saved.length === 0 ? [] : await openCalls(provider, startedAt);
  for (const sid of open) await attempt(provider.hangUp(sid));
  for (const number of saved) await attempt(provider.restoreNumber(number));
  if (applicationSid !== '') await attempt(provider.removeApplication(applicationSid));
  installation?.remove();
  if (problems.length > 0) throw new Error(problems.join(' '));
  return `the settings of ${numbers.length} numbers are as before; ${open.length} calls were still open`;
}

async function openCalls(provider: Provider, since: Date): Promise<readonly string[]> {
  const calls = await provider.calls(since).catch(() => []);
  return calls
    .filter((call) => ['queued', 'ringing', 'in-progress'].includes(String(call['status'])))
    .map((call) => String(call['sid']));
}

/** Prices come minutes after a call, if at all. */
async function describeCost(provider: Provider, since: Date): Promise<string> {
  const calls = await provider.calls(since).catch(() => []);
  const prices = calls.flatMap((call) => (call['price'] == null ? [] : [Math.abs(Number(call['price']))]));
  const sum = prices.reduce((total, price) => total + price, 0).toFixed(4);
  return `${calls.length} legs at the voice provider, ${prices.length} of them priced so far: ${sum} (without texts and recordings).`;
}
