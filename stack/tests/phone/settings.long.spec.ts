import type { Page } from '@playwright/test';
import { denyPermissions, expect, LEAD, type Phone, partyHears, SPEECH, test } from '../phone.ts';
import { type Product, waitUntil } from '../product.ts';

const CHOSEN = 'Fake Audio Input 1';
const OTHER = 'Fake Audio Input 2';

const select = (phone: Phone, label: string) => phone.page.getByLabel(label, { exact: true });

const chosenDevice = (phone: Phone, label: string) =>
  select(phone, label).evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.textContent);

async function saveDevices(phone: Phone, choices: Readonly<Record<string, string>>): Promise<void> {
  await phone.openSettings();
  for (const [label, device] of Object.entries(choices)) {
    await select(phone, label).selectOption({ label: device });
  }
  await phone.button('Save').click();
  await expect(phone.page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
  await phone.button('Close').click();
}

const microphones = (phone: Phone) =>
  phone.page.evaluate(() =>
    (window.offhookPeers ?? []).flatMap((peer) =>
      peer
        .getSenders()
        .flatMap(({ track }) => (track ? [{ label: track.label, state: track.readyState }] : [])),
    ),
  );

const waitForMicrophone = (phone: Phone, label: string) =>
  waitUntil(
    async () => (await microphones(phone)).some((one) => one.label === label && one.state === 'live'),
    `${label} to be the microphone`,
  );

async function callLead(phone: Phone, product: Product): Promise<void> {
  await phone.talkTo(LEAD);
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to hear the agent');
}

const isEveryMicrophoneReleased = (phone: Phone) =>
  phone.page.evaluate(() => (window.offhookTracks ?? []).every((track) => track.readyState === 'ended'));

declare global {
  interface Window {
    /** Every track from getUserMedia. */
    offhookTracks?: MediaStreamTrack[];
    offhookPlug?: (label: string, isPlugged: boolean) => void;
    /** How often call quality was measured. */
    offhookMeasured?: number;
  }
}

/**
 * Chromium's fake devices can't be unplugged. This simulates what a page sees: the device leaves the list, its tracks
 * end, and both events fire.
 */
async function withPlugs(page: Page, absent: readonly string[] = []): Promise<void> {
  await page.addInitScript((absentLabels) => {
    const media = navigator.mediaDevices;
    const unplugged = new Set(absentLabels);
    const tracks: MediaStreamTrack[] = [];
    window.offhookTracks = tracks;
    const [enumerate, open] = [media.enumerateDevices.bind(media), media.getUserMedia.bind(media)];
    media.enumerateDevices = async () => (await enumerate()).filter(({ label }) => !unplugged.has(label));
    media.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      tracks.push(...stream.getTracks());
      return stream;
    };
    window.offhookMeasured = 0;
    const { prototype } = RTCPeerConnection;
    const { getStats } = prototype;
    prototype.getStats = async function measured(...of) {
      const stats = await getStats.apply(this, of);
      window.offhookMeasured = (window.offhookMeasured ?? 0) + 1;
      return stats;
    };
    window.offhookPlug = (label, isPlugged) => {
      if (isPlugged) unplugged.delete(label);
      else unplugged.add(label);
      for (const track of isPlugged ? [] : tracks) {
        if (track.label !== label || track.readyState === 'ended') continue;
        track.stop();
        track.dispatchEvent(new Event('ended'));
      }
      media.dispatchEvent(new Event('devicechange'));
    };
  }, absent);
  await page.reload();
}

const plug = (phone: Phone, label: string, isPlugged: boolean) =>
  phone.page.evaluate(([name, isPluggedIn]) => window.offhookPlug?.(name, isPluggedIn), [
    label,
    isPlugged,
  ] as const);

test('the chosen devices are used and survive a reload, and the microphone is released after the call', async ({
  phone,
  product,
}) => {
  await withPlugs(phone.page);
  await phone.ready();
  await saveDevices(phone, {
    Microphone: CHOSEN,
    Speaker: 'Fake Audio Output 1',
    Ringer: 'Fake Audio Output 2',
  });
  await phone.reload();
  await phone.openSettings();
  await expect.poll(() => chosenDevice(phone, 'Microphone')).toBe(CHOSEN);
  expect(await chosenDevice(phone, 'Speaker')).toBe('Fake Audio Output 1');
  expect(await chosenDevice(phone, 'Ringer')).toBe('Fake Audio Output 2');
  const outputs = await select(phone, 'Speaker').evaluate((element) =>
    [...(element as HTMLSelectElement).options].map(({ label, value }) => [label, value]),
  );
  const idOf = (label: string) => outputs.find(([name]) => name === label)?.[1];

  await test.step('a change without Save has no effect', async () => {
    await select(phone, 'Microphone').selectOption({ label: OTHER });
    await phone.button('Close').click();
  });

  await callLead(phone, product);
  await waitForMicrophone(phone, CHOSEN);
  const sinks = await phone.page.evaluate(() =>
    [...(window.offhookSounds ?? [])].map((sound) => [sound.currentSrc, sound.sinkId]),
  );
  expect(sinks.filter(([source]) => source?.endsWith('ring.mp3')).map(([, sink]) => sink)).toEqual([
    idOf('Fake Audio Output 2'),
  ]);
  expect(sinks.filter(([source]) => source === '').map(([, sink]) => sink)).toContain(
    idOf('Fake Audio Output 1'),
  );

  // Quality is measured once per second, so a shorter call has no report.
  await expect.poll(() => phone.page.evaluate(() => window.offhookMeasured)).toBeGreaterThanOrEqual(3);
  const qualityReport = phone.page.waitForResponse((response) => response.url().endsWith('/api/v1/quality'));
  await phone.hangUp();
  expect((await qualityReport).status()).toBe(200);
  await waitUntil(() => isEveryMicrophoneReleased(phone), 'the microphone to be released');
  await phone.markContacted();
  await phone.button('Done').click();

  await test.step('the error log has the measurements of that call', async () => {
    await phone.context.grantPermissions(['clipboard-read', 'clipboard-write', 'microphone']);
    await phone.openSettings();
    await expect(phone.page.getByText('1.9.9')).toBeVisible();
    await phone.button('Copy Error Logs').click();
    await expect(phone.page.getByRole('alertdialog')).toContainText('Copied error logs to clipboard!');
    const log = JSON.parse(await phone.page.evaluate(() => navigator.clipboard.readText()));
    expect(log).toMatchObject({ version: '1.9.9', errors: expect.any(Array) });
    expect(log.last_call.seconds).toBeGreaterThan(0);
    expect(log.last_call.packets.sent).toBeGreaterThan(0);
    expect(JSON.stringify(log)).not.toContain(LEAD.slice(3));
  });
});

test('an unplugged microphone is replaced by another, a notice says so, and it is used again when it is plugged in', async ({
  phone,
  product,
}) => {
  await withPlugs(phone.page);
  await phone.ready();
  await saveDevices(phone, { Microphone: CHOSEN });
  await callLead(phone, product);
  await waitForMicrophone(phone, CHOSEN);

  await plug(phone, CHOSEN, false);
  await expect(phone.page.getByText(`${CHOSEN} was disconnected.`)).toBeVisible();
  await waitUntil(
    async () => (await microphones(phone)).some(({ label, state }) => label !== CHOSEN && state === 'live'),
    'another microphone to take over',
  );
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to still hear the agent');

  await plug(phone, CHOSEN, true);
  await expect(phone.page.getByText(`Using ${CHOSEN} again.`)).toBeVisible();
  await waitForMicrophone(phone, CHOSEN);
  await partyHears(
    product,
    LEAD,
    (level) => level > SPEECH,
    'the lead to hear the agent through this microphone',
  );

  await phone.hangUp();
  await waitUntil(() => isEveryMicrophoneReleased(phone), 'every microphone to be released');
});

test('a microphone plugged in during a call is offered, and one click selects it', async ({
  phone,
  product,
}) => {
  await withPlugs(phone.page, [OTHER]);
  await phone.ready();
  await callLead(phone, product);

  await plug(phone, OTHER, true);
  await expect(phone.page.getByText(`${OTHER} is connected.`)).toBeVisible();
  expect((await microphones(phone)).some(({ label }) => label === OTHER)).toBe(false);
  await phone.button('Use it').click();
  await waitForMicrophone(phone, OTHER);
  await partyHears(
    product,
    LEAD,
    (level) => level > SPEECH,
    'the lead to hear the agent through this microphone',
  );

  await phone.hangUp();
  await waitUntil(() => isEveryMicrophoneReleased(phone), 'every microphone to be released');
});

test('without microphone permission the call ends, and an alert says why', async ({ launch, product }) => {
  const phone = await launch(denyPermissions);
  await phone.context.clearPermissions();
  await phone.context.grantPermissions(['notifications']);
  const hangUpResponse = phone.page.waitForResponse((response) => response.url().endsWith('/hangup'));
  await phone.newCall(LEAD);
  const alert = phone.page.getByRole('alertdialog');
  await expect(alert).toContainText(
    'Unable to access your microphone. Please check your browser permissions.',
  );
  await alert.getByRole('button', { name: 'OK' }).click();
  await waitUntil(
    async () => (await product.lines()).every((line) => line.to !== LEAD),
    'the call to the lead to end',
  );
  await expect(phone.button('Hang Up')).toBeHidden();
  // The server has ended the call too: the agent can be rung.
  expect((await hangUpResponse).status()).toBe(200);
});

test('without microphone and realtime service, a call that never connected asks for no result', async ({
  launch,
  product,
}) => {
  const phone = await launch(denyPermissions);
  await phone.context.clearPermissions();
  await phone.context.grantPermissions(['notifications']);
  await phone.page.routeWebSocket(/\/app\//, (socket) => socket.close());
  const registered = phone.page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/v1/presence') &&
      (response.request().postData() ?? '').includes('"device":"registered"'),
  );
  await phone.page.reload();
  await registered;
  const alert = phone.page.getByRole('alertdialog').filter({ hasText: 'Unable to access your microphone' });

  await test.step('an accepted lead', async () => {
    expect((await product.postLead({ phone_number: LEAD, fname: 'Lee' })).body.outcome).toBe('ringing now');
    await phone.page
      .locator('[data-view="ringing"]')
      .getByRole('button', { name: 'Call', exact: true })
      .click();
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(phone.navigation).toBeVisible();
    await expect(phone.heading('Call Result')).toBeHidden();
  });

  await test.step('a placed call', async () => {
    await phone.newCall('+14155550101');
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(phone.navigation).toBeVisible();
    await expect(phone.heading('Call Result')).toBeHidden();
  });
});

test('error logs that the browser can’t copy are shown for the agent to copy', async ({ phone }) => {
  // As if the site settings blocked the clipboard.
  await phone.page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied.', 'NotAllowedError'));
  });
  await phone.openSettings();
  await phone.button('Copy Error Logs').click();
  const alert = phone.page.getByRole('alertdialog');
  await expect(alert).toContainText('Couldn’t copy the error logs.');
  const logs = JSON.parse(await alert.getByRole('textbox', { name: 'Error logs' }).inputValue());
  expect(logs).toMatchObject({ version: '1.9.9', errors: expect.any(Array) });
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(alert).toBeHidden();
});
