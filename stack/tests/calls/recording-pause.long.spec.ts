import { expect, LEAD, Phone, partyHears, SPEECH, test } from '../phone.ts';
import { waitUntil } from '../product.ts';
import { downloadRecording, findRecordedRow } from '../recordings.ts';
import { rms } from '../wav.ts';

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Marks count from the report of the recording's start, which a busy machine delays, as it does the audio. */
const TOLERANCE_S = 1.5 * Number(process.env['OFFHOOK_PATIENCE'] ?? 1);

/** The longest stretch, near this one, in which every sample of both channels is zero. In seconds. */
function silenceAround({ from, to }: Stretch, channels: readonly Float32Array[], rate: number): Stretch {
  const end = Math.round((to + TOLERANCE_S) * rate);
  let start = Math.max(0, Math.round((from - TOLERANCE_S) * rate));
  let longest = { from: start, to: start };
  for (let at = start; at <= end; at += 1) {
    if (at < end && channels.every((samples) => samples[at] === 0)) continue;
    if (at - start > longest.to - longest.from) longest = { from: start, to: at };
    start = at + 1;
  }
  return { from: longest.from / rate, to: longest.to / rate };
}

const recording = (phone: Phone) => phone.page.getByRole('button', { name: 'REC. Pause recording' });
const paused = (phone: Phone) =>
  phone.page.getByRole('button', { name: 'Recording paused. Resume recording' });

async function talkForFourSeconds(phone: Phone): Promise<void> {
  const second = async () => Number((await phone.status.textContent())?.slice(-2));
  const start = await second();
  await waitUntil(async () => ((await second()) - start + 60) % 60 >= 4, 'four seconds of talk');
}

test('a paused recording is silent in both voices until it is resumed, also on the next page, and its player marks both pauses', async ({
  phone,
  product,
}) => {
  await phone.talkTo(LEAD, { first: 'Cara', last: 'Card' });
  await phone.hearsSpeech();
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to hear the agent');
  await talkForFourSeconds(phone);
  await phone.page.evaluate(() => {
    const tones: number[] = [];
    Object.assign(window, { tones });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (this: OscillatorNode, ...args) {
      tones.push(this.frequency.value);
      return start.apply(this, args);
    };
  });
  const tones = () => phone.page.evaluate(() => Reflect.get(window, 'tones'));

  await recording(phone).click();
  await expect(paused(phone)).toBeVisible();
  await expect.poll(tones).toEqual([660, 440]);
  await phone.hearsSpeech();
  await partyHears(product, LEAD, (level) => level > SPEECH, 'the lead to hear the agent');
  await phone.press('r');
  await expect(recording(phone)).toBeVisible();
  await expect.poll(tones).toEqual([660, 440, 440, 660]);
  await talkForFourSeconds(phone);

  await phone.press('r');
  await expect(paused(phone)).toBeVisible();
  await phone.page.close();
  const next = Phone.wrap(await phone.context.newPage());
  await next.page.goto(product.url);
  await expect(paused(next)).toBeVisible();
  await next.hearsSpeech();
  await next.press('r');
  await expect(recording(next)).toBeVisible();
  await talkForFourSeconds(next);
  await next.hangUp();
  await next.markContacted();
  await next.button('Done').click();

  const row = await findRecordedRow(next, 'Cara Card');
  const { agent, lead, rate, seconds } = await downloadRecording(next, product, row);
  const history = await next.page.evaluate(async () => (await fetch('/api/v1/mycalls')).json());
  const marks: Stretch[] = history.data[0].recording_pauses.map(
    (part: { from_seconds: number; to_seconds: number }) => ({
      from: part.from_seconds,
      to: part.to_seconds,
    }),
  );
  const silences = marks.map((mark) => silenceAround(mark, [agent, lead], rate));
  const [first, second] = silences;
  if (!first || !second) throw new Error(`${marks.length} marks`);
  expect(marks).toHaveLength(2);
  for (const [n, mark] of marks.entries()) {
    expect(Math.abs(mark.from - (silences[n]?.from ?? 0)), 'start of the mark').toBeLessThan(TOLERANCE_S);
    expect(Math.abs(mark.to - (silences[n]?.to ?? 0)), 'end of the mark').toBeLessThan(TOLERANCE_S);
  }
  const volume = (samples: Float32Array, from: number, to = seconds) =>
    rms(samples, Math.round(from * rate), Math.round(to * rate));
  for (const [name, samples] of Object.entries({ agent, lead })) {
    expect(volume(samples, 0, first.from), `${name} before`).toBeGreaterThan(SPEECH);
    expect(volume(samples, first.to, second.from), `${name} between`).toBeGreaterThan(SPEECH);
    for (const { from, to } of silences) expect(volume(samples, from, to), `${name} during`).toBe(0);
  }
  // The next page's leg is recorded on the second channel, with everyone but the first participant.
  expect(volume(lead, second.to), 'after').toBeGreaterThan(SPEECH);
  await row.getByRole('button', { name: /Play/ }).first().click();
  await expect(next.page.getByText(/^Recording paused \d:\d\d–\d:\d\d$/)).toHaveCount(2);
});

test('a recording that could not be paused is said to run, and is never shown as paused', async ({
  phone,
}) => {
  const failed = phone.page.getByRole('strong').getByText('Recording could not be paused.');
  await phone.talkTo(LEAD);
  await phone.page.route('**/recording/pause', (route) => route.abort());
  await recording(phone).click();
  await expect(failed).toBeVisible();
  await expect(recording(phone)).toBeVisible();
  await phone.page.unroute('**/recording/pause');
  await phone.press('r');
  await expect(paused(phone)).toBeVisible();
  await expect(failed).toBeHidden();
  await phone.hangUp();
});
