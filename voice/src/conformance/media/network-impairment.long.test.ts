import { beforeAll, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openPhoneWorld, type Phone, type PhoneWorld } from '../browser.ts';

let world: PhoneWorld;

beforeAll(async () => {
  world = await openPhoneWorld({ VOICE_PAGE: '1' });
  return () => world.close();
});

async function connectToTalker(identity: string): Promise<Phone> {
  world.on('/talk', '<Dial><Number>+14155550100</Number></Dial>');
  const phone = await world.phone(identity, await world.application('/talk'));
  await phone.do('connect', {});
  return phone;
}

test("network impairment drops a browser's packets until it is cleared", async () => {
  const phone = await connectToTalker('impaired');
  await until(
    async () => (await world.lines()).some((line) => line.kind === 'client' && line.packets_in > 20),
    'sound',
  );
  expect(await world.lab('/weather', { identity: 'unknown', loss: 1 })).toEqual({ affected: 0 });
  const impairment = { identity: 'impaired', loss: 0.3, jitter_ms: 60, delay_ms: 20 };
  expect(await world.lab('/weather', impairment)).toEqual({ affected: 1 });
  await until(async () => Number(await phone.do('packetsLost')) > 20, 'packet loss');
  await world.lab('/weather', { identity: 'impaired' });
  const before = (await world.lines()).find((line) => line.kind === 'client')?.packets_in ?? 0;
  await until(
    async () => (await world.lines()).some((line) => line.kind === 'client' && line.packets_in > before + 50),
    'sound again',
  );
  await expect(world.lab('/weather', { identity: 'impaired', loss: 7 })).rejects.toThrow('400');
  await phone.do('disconnect', 0);
});

test('the SDK warns about loss, jitter, round-trip time and MOS, and clears the warnings after the impairment', {
  timeout: 300_000,
}, async () => {
  const phone = await connectToTalker('warned');
  const line = async () => (await world.lines()).find((one) => one.kind === 'client');
  // The SDK measures for five seconds before it sends warnings.
  await until(async () => (await line())?.network?.round_trip_ms != null, 'reports from both ends');
  await world.lab('/weather', { all: true, loss: 0.25, delay_ms: 350, jitter_ms: 400 });
  const warnings = ['high-packet-loss', 'high-jitter', 'high-rtt', 'low-mos'];
  const received = (prefix: string, among: readonly string[]) =>
    warnings.every((name) => among.includes(`${prefix} ${name}`));
  await phone.until((state) => received('warning', state.calls[0]?.events ?? []), 'all warnings', 100_000);
  await until(async () => {
    const network = (await line())?.network;
    return network && network.loss_in > 0.05 && network.loss_out > 0.05 && (network.round_trip_ms ?? 0) > 400;
  }, 'the service to measure the impairment');
  await world.lab('/weather', { all: true });
  await phone.until(
    (state) => received('cleared', state.calls[0]?.events ?? []),
    'all warnings to be cleared',
    100_000,
  );
  await phone.do('disconnect', 0);
});

test('a browser reconnects after its audio and signaling are cut', async () => {
  const phone = await connectToTalker('cut');
  const line = async () => (await world.lines()).find((one) => one.from === 'client:cut');
  await until(async () => ((await line())?.packets_in ?? 0) > 20, 'sound');
  await world.lab('/weather', { identity: 'cut', cut_ms: 3_000, signaling: true });
  await phone.waitForEvent('reconnecting');
  const before = (await line())?.packets_in ?? 0;
  await phone.waitForEvent('reconnected');
  await until(async () => ((await line())?.packets_in ?? 0) > before + 50, 'sound again');
  // The audio may reconnect once more after the socket has reconnected.
  await phone.waitForOpen();
  await phone.do('disconnect', 0);
});

test('a browser whose socket was cut is registered again once its network is back', async () => {
  const phone = await world.phone('idle');
  await phone.until(({ device }) => device === 'registered', 'the registration');
  await world.lab('/weather', { identity: 'idle', cut_ms: 3_000, signaling: true });
  await phone.until(({ device }) => device === 'unregistered', 'the cut');
  await phone.until(({ device }) => device === 'registered', 'the registration after the cut');
  await world.client.calls.create({
    to: 'client:idle',
    from: '+14155550190',
    twiml: '<Response><Pause/></Response>',
  });
  await phone.acceptCall();
});

test('the page shows an impairment while it lasts, and what was done to the call', async () => {
  const phone = await connectToTalker('watched');
  await until(async () => (await world.lines()).some(({ from }) => from === 'client:watched'), 'the call');
  const page = await world.browser.page(`http://localhost:${world.voice.port}/`);
  await page.locator('.item', { hasText: 'client:watched' }).click();
  const impair = async (loss: string) => {
    await page.locator('.story').getByRole('button', { name: 'Network', exact: true }).click();
    await page.getByRole('spinbutton', { name: 'Packet loss (%)' }).fill(loss);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Applied to 1 call.').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
  };
  const chip = page.locator('.story > header').getByText('Network impaired', { exact: true });
  await impair('5');
  await page.getByText('Network impaired: 5% of packets lost').waitFor();
  await chip.waitFor();
  await impair('0');
  await page.getByText('Network no longer impaired').waitFor();
  await chip.waitFor({ state: 'hidden' });
  await page.locator('.story > header').getByRole('button', { name: 'Cause a fault' }).click();
  await page.getByRole('radio', { name: 'End the call with an error' }).check();
  await page.getByRole('button', { name: 'Cause it' }).click();
  await page.getByText('Ended the call with error 31005').waitFor();
  await phone.waitForEvent('disconnect');
});
