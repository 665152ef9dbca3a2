/** The steps of the check, in order. Each throws what went wrong, or returns what it found. */
import { valueOrThrow } from '@offhook/contract/client/api-error';
import { type ApiClient, clientAt, logIn } from '@offhook/server/testing/servers/api-client';
import type { Browser, Page } from '@playwright/test';
import { Phone } from '../../tests/phone.ts';
import { waitUntil } from '../../tests/product.ts';
import type { Installation } from './installation.ts';
import type { Provider } from './provider.ts';
import type { Settings } from './settings.ts';

/** Networks and people's phones are slower than a test's. */
const PATIENCE_MS = 60_000;
const TEXT_MS = 120_000;
/** Speech that both sides hear before and after the hold, so that the recording has something to show. */
const TALK_MS = 4_000;

export interface Step {
  readonly name: string;
  run(): Promise<string>;
}

export interface StepDeps {
  readonly settings: Settings;
  readonly installation: Installation;
  readonly provider: Provider;
  readonly browser: Browser;
  readonly startedAt: Date;
}

export function createSteps({
  settings,
  installation,
  provider,
  browser,
  startedAt,
}: StepDeps): readonly Step[] {
  const { PUBLIC_URL } = settings;
  const [from, to] = settings.LIVE_NUMBERS;
  const events = new Map<string, number>();
  let caller: Phone;
  let callee: Phone;
  let client: ApiClient;

  const newestCall = async (direction: string) => {
    const { data } = valueOrThrow(await client.request('listCalls', { query: { limit: 10 } }));
    const [call] = data.filter((each) => each.direction === direction);
    if (!call) return null;
    return valueOrThrow(await client.request('readCall', { params: { id: call.id } })).call;
  };

  return [
    {
      name: 'public address',
      async run() {
        const address = new URL('/healthz', PUBLIC_URL);
        const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
        if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
        const body = (await response.json()) as { success?: unknown };
        if (body.success !== true) throw new Error(`${address} isn't this Offhook.`);
        return 'reaches this machine';
      },
    },
    {
      name: 'keys and settings',
      async run() {
        const findings = await installation.doctor();
        const failed = findings.filter(({ state }) => state === 'failed');
        if (failed.length > 0)
          throw new Error(failed.map(({ part, message }) => `${part}: ${message}`).join(' '));
        const warnings = findings.filter(({ state }) => state === 'warning');
        return [
          `${findings.length} checks of the doctor`,
          ...warnings.map(({ part, message }) => `${part}: ${message}`),
        ].join('; ');
      },
    },
    {
      name: 'token and registration',
      async run() {
        client = await logIn(clientAt(PUBLIC_URL), installation.admin.email, installation.admin.password);
        const [one, other] = installation.agents;
        caller = await openPhone(browser, PUBLIC_URL, one, events);
        callee = await openPhone(browser, PUBLIC_URL, other, events);
        return 'both phones got a token and are registered';
      },
    },
    {
      name: 'outbound call',
      async run() {
        await caller.newCall(to);
        await callee.heading(installation.numberName).waitFor({ timeout: PATIENCE_MS });
        return 'the other number rang its team';
      },
    },
    {
      name: 'inbound call',
      async run() {
        await callee.button('Accept').click();
        for (const phone of [caller, callee])
          await phone.page
            .getByRole('timer')
            .filter({ hasText: /^\d\d:\d\d$/ })
            .waitFor({ timeout: PATIENCE_MS });
        return 'both agents are in the conversation';
      },
    },
    {
      name: 'audio in both directions',
      async run() {
        await Promise.all([caller.hearsSpeech(), callee.hearsSpeech()]);
        await caller.page.waitForTimeout(TALK_MS);
        return `round trip ${await roundTrip(caller)} and ${await roundTrip(callee)}`;
      },
    },
    {
      name: 'hold',
      async run() {
        await caller.button('Hold').click();
        await caller.heading('On hold').waitFor({ timeout: PATIENCE_MS });
        await caller.hearsNothing();
        await callee.hearsSpeech();
        await caller.button('Resume').click();
        await caller.heading('On call').waitFor({ timeout: PATIENCE_MS });
        await Promise.all([caller.hearsSpeech(), callee.hearsSpeech()]);
        return 'silence for the agent, music for the other side; then both hear each other again';
      },
    },
    {
      name: 'end of the call',
      async run() {
        await caller.hangUp();
        await caller.button('Contacted').click();
        await caller.heading('Thank you!').waitFor({ timeout: PATIENCE_MS });
        await caller.button('Done').click();
        await callee.navigation.waitFor({ timeout: PATIENCE_MS });
        const ended = await waitUntil(
          async () => {
            const [outbound, inbound] = [await newestCall('outbound'), await newestCall('inbound')];
            return outbound?.ended_at && inbound?.ended_at ? { outbound, inbound } : null;
          },
          'both calls to end',
          PATIENCE_MS,
        );
        return `outbound ${ended.outbound.seconds} s, inbound ${ended.inbound.seconds} s`;
      },
    },
    {
      name: 'recording',
      async run() {
        const recording = await waitUntil(
          async () => (await newestCall('outbound'))?.recordings.find(({ url }) => url !== null),
          'the recording',
          TEXT_MS,
        );
        const response = await caller.context.request.get(new URL(recording.url ?? '', PUBLIC_URL).href);
        const type = response.headers()['content-type'] ?? '';
        if (!response.ok() || !type.startsWith('audio/'))
          throw new Error(`The recording answered ${response.status()} ${type}.`);
        const bytes = (await response.body()).length;
        if (bytes < 10_000) throw new Error(`The recording has only ${bytes} bytes.`);
        return `${recording.duration_seconds} s, ${Math.round(bytes / 1_000)} kB, ${type}`;
      },
    },
    {
      name: 'text',
      async run() {
        await caller.newCall(to);
        // A call that ends before it rings asks for no result.
        await callee.heading(installation.numberName).waitFor({ timeout: PATIENCE_MS });
        await caller.hangUp();
        await caller.button('SMS').click();
        const field = caller.page.getByRole('textbox', { name: 'Send SMS' });
        await field.fill('Offhook live check. No answer is needed.');
        await caller.button('Send').click();
        await caller.heading('Thank you!').waitFor({ timeout: PATIENCE_MS });
        const texts = await waitUntil(
          async () => {
            const found = await provider.texts(from, to, startedAt);
            const sent = found.find(({ direction }) => direction.startsWith('outbound'));
            if (sent && ['failed', 'undelivered'].includes(sent.status))
              throw new Error(`The text is ${sent.status}, error ${sent.error_code}.`);
            return sent?.status === 'delivered' && found.some(({ direction }) => direction === 'inbound')
              ? found
              : null;
          },
          'the text to be delivered and received',
          TEXT_MS,
        );
        const webhooks = await waitUntil(
          () => installation.inboundTexts(),
          'the webhook of the received text',
        );
        return `${texts.length} messages at the provider, ${webhooks} webhook accepted`;
      },
    },
    {
      name: 'realtime events',
      async run() {
        const counts = [...events].filter(([name]) => !name.startsWith('pusher'));
        if (counts.length === 0) throw new Error('The phones received no event.');
        return counts.map(([name, count]) => `${name} ${count}`).join(', ');
      },
    },
  ];
}

async function openPhone(
  browser: Browser,
  url: string,
  { email, password }: { readonly email: string; readonly password: string },
  events: Map<string, number>,
): Promise<Phone> {
  const phone = await Phone.visit(browser, 'about:blank', '');
  countEvents(phone.page, events);
  await phone.page.goto(url);
  await phone.signIn(email, password);
  await phone.navigation.waitFor({ timeout: PATIENCE_MS });
  await phone.page.getByText('Online', { exact: true }).waitFor({ state: 'attached', timeout: PATIENCE_MS });
  return phone;
}

/** Counts what the page's connection to the realtime provider receives, by event. */
function countEvents(page: Page, events: Map<string, number>): void {
  page.on('websocket', (socket) => {
    if (!new URL(socket.url()).pathname.includes('/app/')) return;
    socket.on('framereceived', ({ payload }) => {
      const { event } = JSON.parse(String(payload)) as { event?: string };
      if (event) events.set(event, (events.get(event) ?? 0) + 1);
    });
  });
}

async function roundTrip({ page }: Phone): Promise<string> {
  const seconds = await page.evaluate(async () => {
    for (const peer of window.offhookPeers ?? [])
      for (const [, stat] of await peer.getStats())
        if (stat.type === 'candidate-pair' && stat.state === 'succeeded' && stat.nominated)
          return stat.currentRoundTripTime as number | undefined;
    return undefined;
  });
  return seconds === undefined ? 'unknown' : `${Math.round(seconds * 1_000)} ms`;
}
