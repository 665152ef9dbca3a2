import { writeFileSync } from 'node:fs';
import { encodeWav } from '@offhook/contract/wav';
import { denyPermissions, expect, LEAD, MAIN_LINE, type Phone, SPEECH, test } from '../phone.ts';
import { waitUntil } from '../product.ts';

const MICROPHONE = 'Fake Audio Input 1';
const OTHER = 'Fake Audio Input 2';
const SPEAKER = 'Fake Audio Output 1';
const RINGER = 'Fake Audio Output 2';

declare global {
  interface Window {
    /** Every track from getUserMedia. */
    offhookChecked?: MediaStreamTrack[];
  }
}

async function openSettings(phone: Phone): Promise<void> {
  await phone.page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    window.offhookChecked = tracks;
    const media = navigator.mediaDevices;
    const open = media.getUserMedia.bind(media);
    media.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
  await phone.reload();
  await showSettings(phone);
}

async function showSettings(phone: Phone): Promise<void> {
  await phone.navigation.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(phone.heading('Sound check')).toBeVisible();
}

const select = (phone: Phone, label: string) => phone.page.getByLabel(label, { exact: true });

/** Chooses a device in Settings without saving. @returns its id */
async function choose(phone: Phone, label: string, device: string): Promise<string> {
  await select(phone, label).selectOption({ label: device });
  return select(phone, label).inputValue();
}

const meter = (phone: Phone) => phone.page.getByRole('meter', { name: 'Microphone level' });

const openMicrophones = (phone: Phone) =>
  phone.page.evaluate(() =>
    (window.offhookChecked ?? []).filter(({ readyState }) => readyState === 'live').map(({ label }) => label),
  );

const waitForRelease = (phone: Phone) =>
  waitUntil(async () => (await openMicrophones(phone)).length === 0, 'every microphone to be released');

interface Sound {
  /** RMS (0 to 1) of the loudest 40 ms just played. */
  readonly level: number;
  readonly sink: string;
}

/** Level and sink of the element that plays this source; null while none plays. */
const findPlaying = (phone: Phone, source: 'blob:' | 'ring.mp3') =>
  phone.page.evaluate(async (wanted): Promise<Sound | null> => {
    const sound = [...(window.offhookSounds ?? [])].find(
      ({ currentSrc, paused, volume }) => currentSrc.includes(wanted) && !paused && volume > 0,
    ) as (HTMLAudioElement & { captureStream(): MediaStream }) | undefined;
    if (!sound) return null;
    const stream = sound.captureStream();
    // It plays, but its data hasn't arrived.
    if (stream.getAudioTracks().length === 0) return { level: 0, sink: sound.sinkId };
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let level = 0;
    for (let poll = 0; poll < 10; poll += 1) {
      await new Promise((done) => setTimeout(done, 40));
      analyser.getFloatTimeDomainData(samples);
      level = Math.max(level, Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length));
    }
    await context.close();
    return { level, sink: sound.sinkId };
  }, source);

const waitUntilAudible = (phone: Phone, source: 'blob:' | 'ring.mp3', sink: string) =>
  waitUntil(async () => {
    const sound = await findPlaying(phone, source);
    return sound !== null && sound.level > SPEECH && sound.sink === sink;
  }, `${source} to be audible`);

test('the level meter of the chosen microphone moves, and closing Settings releases the microphone', async ({
  phone,
}) => {
  await openSettings(phone);
  await choose(phone, 'Microphone', MICROPHONE);
  expect(await openMicrophones(phone)).toEqual([]);
  await phone.button('Check microphone').click();
  await waitUntil(
    async () => (await meter(phone).locator('[data-lit="true"]').count()) > 0,
    'the meter to move',
  );
  await expect(phone.page.getByRole('status').filter({ hasText: 'We can hear you.' })).toBeVisible();
  await expect(meter(phone)).toHaveAttribute('aria-valuetext', /Quiet|Good|Loud/);
  expect(await openMicrophones(phone)).toEqual([MICROPHONE]);

  await test.step('choosing another microphone replaces it', async () => {
    await choose(phone, 'Microphone', OTHER);
    await waitUntil(
      async () => (await openMicrophones(phone)).join() === OTHER,
      `${OTHER} to be the only open microphone`,
    );
    await expect(phone.page.getByText('We can hear you.')).toBeVisible();
  });

  await test.step('Stop releases the microphone', async () => {
    await phone.button('Stop microphone check').click();
    await waitForRelease(phone);
    await expect(meter(phone).locator('[data-lit="true"]')).toHaveCount(0);
  });

  await test.step('closing the panel releases the microphone', async () => {
    await phone.button('Check microphone').click();
    await expect(phone.page.getByText('We can hear you.')).toBeVisible();
    await phone.button('Close').click();
    await waitForRelease(phone);
  });

  await test.step('hiding the page releases the microphone', async () => {
    await showSettings(phone);
    await phone.button('Check microphone').click();
    await expect(phone.page.getByText('We can hear you.')).toBeVisible();
    // The browser never hides a page under test, so the event is simulated.
    await phone.page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await waitForRelease(phone);
  });
});

test('the sound check records the agent, plays it on the chosen speaker, and sends nothing', async ({
  phone,
}) => {
  await openSettings(phone);
  const speaker = await choose(phone, 'Speaker', SPEAKER);
  const sent: number[] = [];
  phone.page.on('request', (request) => sent.push(request.postDataBuffer()?.length ?? 0));
  await phone.button('Record 3 s and play back').click();
  await expect(phone.page.getByRole('button', { name: /^Stop recording/ })).toBeVisible();
  await Promise.all([
    expect(phone.button('Stop playback')).toBeVisible(),
    waitUntilAudible(phone, 'blob:', speaker),
  ]);
  expect(await openMicrophones(phone)).toEqual([]);
  await expect(phone.button('Record 3 s and play back')).toBeVisible();
  expect(await findPlaying(phone, 'blob:')).toBeNull();
  expect(Math.max(0, ...sent)).toBeLessThan(2_000);
});

test('the test ring plays on the chosen ringer, and stops on its own or with a click', async ({ phone }) => {
  await openSettings(phone);
  const ringer = await choose(phone, 'Ringer', RINGER);
  await phone.button('Test ring').click();
  await expect(phone.button('Stop ring')).toBeVisible();
  await waitUntilAudible(phone, 'ring.mp3', ringer);
  await expect(phone.button('Test ring')).toBeVisible();
  expect(await phone.isRingPlaying()).toBe(false);
  await phone.button('Test ring').click();
  await waitUntil(() => phone.isRingPlaying(), 'the ring to play again');
  await phone.button('Stop ring').click();
  await waitUntil(async () => !(await phone.isRingPlaying()), 'the ring to stop');
  await test.step("a browser that doesn't allow the device yet, like Firefox, says what to do", async () => {
    await phone.page.evaluate(() => {
      HTMLMediaElement.prototype.setSinkId = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await phone.button('Test ring').click();
    await expect(phone.page.getByRole('alert')).toContainText('Click Check microphone, then try again.');
  });
});

for (const start of ['Check microphone', 'Record 3 s and play back', 'Test ring']) {
  test(`a ringing call ends '${start}' immediately and is audible`, async ({ phone, product }) => {
    await openSettings(phone);
    await phone.button(start).click();
    if (start === 'Test ring') await waitUntil(() => phone.isRingPlaying(), 'the ring to play');
    else await waitUntil(async () => (await openMicrophones(phone)).length > 0, 'the microphone to be open');
    const opened = await phone.page.evaluate(() => window.offhookChecked?.length ?? 0);
    await product.callIn(LEAD, MAIN_LINE);
    await expect(phone.button('Accept')).toBeVisible();
    // The ring opens the microphone again, for the call.
    await waitUntil(
      () =>
        phone.page.evaluate(
          (count) =>
            (window.offhookChecked ?? []).slice(0, count).every(({ readyState }) => readyState === 'ended'),
          opened,
        ),
      'the microphone of the sound check to be released',
    );
    await waitUntilAudible(phone, 'ring.mp3', '');
    const sounds = await phone.page.evaluate(
      () => [...(window.offhookSounds ?? [])].filter(({ paused }) => !paused).length,
    );
    expect(sounds).toBe(1);
    await phone.button('Accept').click();
    await phone.talks();
    await phone.hearsSpeech();
  });
}

test('a silent microphone shows an alert that says what to check', async ({ launch }, info) => {
  const file = info.outputPath('silence.wav');
  writeFileSync(file, encodeWav(48_000, [new Float32Array(48_000)]));
  const quiet = (args: readonly string[]) => [
    ...args.filter((arg) => !arg.startsWith('--use-file-for-fake-audio')),
    `--use-file-for-fake-audio-capture=${file}`,
  ];
  const phone = await launch(quiet);
  await showSettings(phone);
  const alert = phone.page.getByRole('alert').filter({ hasText: 'We can’t hear anything.' });
  await phone.button('Check microphone').click();
  await expect(alert).toBeVisible();
  await expect(meter(phone)).toHaveAttribute('aria-valuetext', 'Silent');
  await phone.button('Record 3 s and play back').click();
  await expect(alert).toBeHidden();
  await expect(alert).toBeVisible();
  expect(await findPlaying(phone, 'blob:')).toBeNull();
});

test('without microphone permission the sound check says where to allow it', async ({ launch }) => {
  const phone = await launch(denyPermissions);
  await phone.context.clearPermissions();
  await showSettings(phone);
  await phone.button('Check microphone').click();
  await expect(phone.page.getByRole('alert')).toContainText('Allow it in your browser or system settings');
  await expect(phone.button('Check microphone')).toBeVisible();
});
