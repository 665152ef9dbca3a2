/** Measures the delay from accepting a call to its first audio, step by step, beside the browser's own. */

import { Phone } from '@offhook/stack/phone';
import { Product, waitUntil } from '@offhook/stack/product';
import type { Browser, Page } from '@playwright/test';
import { launchBrowser } from './browser.ts';
import { figure, printTable } from './table.ts';

const PAGES = 4;
const CALLS_PER_PAGE = 5;

/** In the order in which they happen. 'audio': the first packet reached the output. The claim is the server's, on its way to the conference. */
const STEPS = ['offer', 'answer', 'ICE', 'DTLS', 'audio', 'claim'] as const;
type Step = (typeof STEPS)[number];
/** ms since accepting. */
type Steps = Readonly<Partial<Record<Step, number>>>;

declare global {
  interface Window {
    /** Unix ms of each step since the last `offhookRecord`. */
    offhookSteps?: Partial<Record<Step | 'accepted', number>>;
    offhookRecord?: () => void;
  }
}

/** The TypeScript loader emits calls to this helper, which pages don't have. */
const NAME_HELPER = 'globalThis.__name ??= (named) => named';

/** Runs in the page, whose next connection that gets an offer is the measured one. */
function watchSteps(): void {
  const now = () => performance.timeOrigin + performance.now();
  let steps: NonNullable<Window['offhookSteps']> = {};
  let watched = true;
  let answering: RTCPeerConnection | null = null;
  window.offhookRecord = () => {
    steps = window.offhookSteps = {};
    watched = false;
  };
  const mark = (step: Step | 'accepted', at = now()) => {
    if (step === 'accepted' || steps.accepted !== undefined) steps[step] ??= at;
  };

  /** `getStats` is too coarse: Chromium answers it from a cache of 50 ms. */
  const pollAudio = (connection: RTCPeerConnection): void => {
    if (connection.getReceivers()[0]?.getSynchronizationSources().length) mark('audio');
    else setTimeout(() => pollAudio(connection), 2);
  };
  const { setRemoteDescription, setLocalDescription } = RTCPeerConnection.prototype;
  RTCPeerConnection.prototype.setRemoteDescription = function (...given: unknown[]) {
    if (watched) return Reflect.apply(setRemoteDescription, this, given);
    watched = true;
    mark('offer');
    answering = this;
    return Reflect.apply(setRemoteDescription, this, given);
  };
  RTCPeerConnection.prototype.setLocalDescription = async function (...given: unknown[]) {
    await Reflect.apply(setLocalDescription, this, given);
    const transport = this.getReceivers()[0]?.transport;
    if (this !== answering || !transport) return;
    mark('answer');
    pollAudio(this);
    transport.addEventListener('statechange', () => {
      if (transport.state === 'connecting') mark('ICE');
      if (transport.state === 'connected') mark('DTLS');
    });
  };
  document.addEventListener('click', () => mark('accepted'), { capture: true });
}

async function prepare(page: Page): Promise<void> {
  await page.evaluate(NAME_HELPER);
  await page.evaluate(watchSteps);
}

async function readSteps(page: Page): Promise<{ readonly steps: Steps; readonly acceptedAt: number }> {
  await page.waitForFunction(() => window.offhookSteps?.audio !== undefined);
  const { accepted = 0, ...steps } = (await page.evaluate(() => window.offhookSteps)) ?? {};
  const fromAccepting = Object.entries(steps).map(([step, at]) => [step, at - accepted]);
  return { steps: Object.fromEntries(fromAccepting), acceptedAt: accepted };
}

/** When the server decided that the ring won, read from its log. */
function claimedAt(log: string, after: number): number | undefined {
  const lines = log.split('\n').filter((line) => line.includes('"ring answered"'));
  return lines.map((line) => (JSON.parse(line) as { time: number }).time).find((time) => time >= after);
}

async function measureOurs(product: Product, phone: Phone, call: number): Promise<Steps> {
  await product.postLead({ phone_number: `+14155550${200 + call}`, fname: 'Bench', lname: String(call) });
  await waitUntil(() => phone.heading('Incoming Lead!').isVisible(), 'the lead to ring');
  await phone.page.evaluate(() => window.offhookRecord?.());
  await phone.button('Call').click();
  const { steps, acceptedAt } = await readSteps(phone.page);
  // Hung up earlier, the call would ask for no result.
  const claim = await waitUntil(() => claimedAt(product.log, acceptedAt), 'the claim to be logged');
  await phone.hangUp();
  await phone.markContacted();
  await phone.button('Done').click();
  await phone.ready();
  return { ...steps, claim: claim - acceptedAt };
}

/** The baseline: the browser's time from an offer to the first audio, between two connections in one page. */
async function measureBrowserAlone(
  page: Page,
): Promise<{ readonly steps: Steps; readonly microphone: number }> {
  const microphone = await page.evaluate(async () => {
    const openedAt = performance.now();
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const microphone = performance.now() - openedAt;
    window.offhookRecord?.();
    document.body.click();
    const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()];
    a.onicecandidate = ({ candidate }) => candidate && void b.addIceCandidate(candidate);
    b.onicecandidate = ({ candidate }) => candidate && void a.addIceCandidate(candidate);
    const output = new Audio();
    b.ontrack = ({ streams: [received] }) => {
      output.srcObject = received ?? null;
      void output.play();
    };
    for (const peer of [a, b]) for (const track of stream.getTracks()) peer.addTrack(track, stream);
    await a.setLocalDescription();
    if (a.localDescription) await b.setRemoteDescription(a.localDescription);
    await b.setLocalDescription();
    if (b.localDescription) await a.setRemoteDescription(b.localDescription);
    window.offhookClose = () => {
      a.close();
      b.close();
      for (const track of stream.getTracks()) track.stop();
    };
    return microphone;
  });
  const { steps } = await readSteps(page);
  await page.evaluate(() => window.offhookClose?.());
  return { steps, microphone };
}

declare global {
  interface Window {
    offhookClose?: () => void;
  }
}

async function openBaseline(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ permissions: ['microphone'] });
  const page = await context.newPage();
  await page.goto(url);
  await prepare(page);
  return page;
}

interface Measured {
  readonly ours: Steps;
  readonly alone: Steps;
  readonly microphone: number;
}

export async function benchAnswer(): Promise<void> {
  const product = new Product();
  await product.start();
  const browser = await launchBrowser();
  const first: Measured[] = [];
  const later: Measured[] = [];
  try {
    for (let page = 0; page < PAGES; page += 1) {
      const phone = await Phone.open(browser, product.url, 'agent@demo.test');
      await prepare(phone.page);
      const baseline = await openBaseline(browser, product.url);
      for (let i = 0; i < CALLS_PER_PAGE; i += 1) {
        const ours = await measureOurs(product, phone, page * CALLS_PER_PAGE + i);
        const { steps: alone, microphone } = await measureBrowserAlone(baseline);
        (i === 0 ? first : later).push({ ours, alone, microphone });
      }
      await baseline.context().close();
      await phone.close();
    }
  } finally {
    await browser.close();
    await product.dispose();
  }
  for (const [name, calls] of [
    ['the first call of a page', first],
    ['later calls', later],
  ] as const) {
    const rows = STEPS.map((step) =>
      figure(
        `accept → ${step === 'audio' ? 'first audio packet played' : step}`,
        'ms',
        timesOf(calls, 'ours', step),
        step === 'audio' ? 'p50 at most 30 more than the browser alone' : '-',
        step === 'claim' ? undefined : ['the browser alone', timesOf(calls, 'alone', step)],
      ),
    );
    const opening = figure(
      'opening the microphone (done at the ring)',
      'ms',
      calls.map(({ microphone }) => microphone),
      '-',
    );
    printTable(`Accepting a ring: ${name}`, [...rows, opening]);
  }
}

function timesOf(calls: readonly Measured[], whose: 'ours' | 'alone', step: Step): readonly number[] {
  return calls.flatMap((call) => call[whose][step] ?? []);
}
