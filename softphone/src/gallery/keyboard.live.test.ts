/** A day without a mouse and without eyes: every state by keys, with the focus kept, at any size and reading direction. */
import { beforeAll, describe, expect, test } from 'vitest';
import { barriers } from '../../../design/tests/barriers.mjs';
import { dealt } from '../../../design/tests/spread.mjs';
import { type GalleryDriver, startDriver } from './driver.ts';
import { inside, testEdges, walk } from './every-state.ts';

let driver: GalleryDriver;
beforeAll(async () => {
  driver = await startDriver();
});

const sheet = () => driver.page.getByRole('dialog', { name: 'Keys', exact: true });
const focused = () => driver.page.evaluate(() => document.activeElement?.textContent ?? '');

/** What the sheet says: each action and its keys. */
async function sheetOf(state: string): Promise<Record<string, string>> {
  await driver.open(state);
  await driver.page.keyboard.press('?');
  await sheet().waitFor();
  return sheet().evaluate((element) =>
    Object.fromEntries(
      [...element.querySelectorAll('dl > div')].map((row) => [
        row.querySelector('dt')?.textContent ?? '',
        [...row.querySelectorAll('kbd')].map((key) => key.textContent).join(' '),
      ]),
    ),
  );
}

describe('the sheet of keys', () => {
  test.each<[string, Record<string, string>]>([
    ['waiting', { 'Check for lead': 'L', Call: 'C', History: 'H', Settings: 'S', Keys: '?' }],
    ['ringing-lead', { Ignore: 'Esc', Call: 'Enter', Keys: '?' }],
    ['oncall', { Hold: 'H', Transfer: 'T', Keypad: 'K', Mute: 'M', 'Hang Up': 'E', Keys: '?' }],
    ['oncall-nolead', { 'Add Lead': 'A' }],
    ['oncall-held', { Resume: 'H' }],
    ['oncall-keypad', { Close: 'Esc', Keypad: 'K 1 2 3 4 5 6 7 8 9 * 0 #', 'Hang Up': 'E' }],
    ['thankyou', { 'Add Note': 'N', Done: 'Enter', Keys: '?' }],
    ['result', { Contacted: '1', Voicemail: '2', Missed: '3', Remove: '4' }],
  ])('in %s says what each key does', async (state, expected) => {
    const said = await sheetOf(state);
    if (state === 'waiting' || state === 'ringing-lead' || state === 'thankyou')
      expect(said).toEqual(expected);
    else expect(said).toMatchObject(expected);
  });

  test('closes with Escape and with its own key, gives the focus back, and closes nothing else', async () => {
    await driver.open('oncall');
    await driver.button('Mute').focus();
    for (const key of ['Escape', '?']) {
      await driver.page.keyboard.press('?');
      await sheet().waitFor();
      await driver.page.keyboard.press(key);
      await sheet().waitFor({ state: 'hidden' });
      await expect.poll(() => focused()).toContain('Mute');
    }
    await expect.poll(() => driver.sent()).toEqual([]);
  });

  test('does not outlive the view that it is about, and a call is ended while it stands', async () => {
    await driver.open('oncall');
    await driver.react({ hangUpClicked: 'result' });
    await driver.page.keyboard.press('?');
    await sheet().waitFor();
    await driver.page.keyboard.press('e');
    await driver.page.waitForSelector('[data-view="disposition"]');
    await sheet().waitFor({ state: 'hidden' });
  });

  test('is no key while somebody types', async () => {
    await driver.open('note');
    await driver.page.keyboard.type('why?');
    await expect.poll(() => driver.page.locator('textarea').inputValue()).toBe('why?');
    await expect.poll(() => sheet().count()).toBe(0);
  });

  test.each(['oncall', 'oncall-keypad'])(
    'bars nobody in %s, and hides neither lamp nor dock',
    async (state) => {
      await sheetOf(state);
      expect(await barriers(driver.page)).toEqual([]);
      const box = await sheet().boundingBox();
      const dock = await driver.button('Hang Up').boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
    },
  );
});

describe('from state to state', () => {
  let walked: Awaited<ReturnType<typeof walk>>;
  beforeAll(async () => {
    walked = await walk(driver, inside);
  });

  test('every action of waiting, a ring, a call and its aftermath has a key, which its tooltip tells', () => {
    expect(walked.keyless).toEqual([]);
  });

  // every-state.long.test.ts also goes the way back.
  test('the focus is never lost, whatever follows whatever', () => {
    expect(walked.lost).toEqual([]);
  });
});

test('a button that is disabled under the focus leaves it to its screen', async () => {
  await driver.open('result');
  await driver.button('Contacted').focus();
  await driver.page.evaluate(async () => {
    // The next frame comes as soon as it can, before the browser itself has taken the focus away.
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = (draw) => {
      queueMicrotask(() => draw(performance.now()));
      return 0;
    };
    window.gallery.show('result-sending');
    await new Promise((done) => setTimeout(done));
    window.requestAnimationFrame = requestAnimationFrame;
  });
  await driver.page.waitForFunction(() => document.activeElement?.matches('[data-view="disposition"]'));
});

testEdges(() => driver, dealt);

test('logging out in a call asks, by keyboard too, and Escape stays with the focus kept', async () => {
  await driver.open('oncall');
  const { keyboard } = driver.page;
  const question = driver.page.getByRole('alertdialog');
  const logOut = async () => {
    await driver.page.getByRole('button', { name: /^Priya/ }).focus();
    await keyboard.press('Enter');
    await driver.page.getByRole('link', { name: 'Log out' }).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await question.waitFor();
    await expect.poll(() => focused()).toBe('Stay');
  };
  await logOut();
  await keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  await expect.poll(() => driver.page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  await logOut();
  await keyboard.press('Enter');
  await question.waitFor({ state: 'hidden' });
  expect(await driver.sent()).toEqual([]);
  await logOut();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect.poll(() => driver.sent()).toEqual([{ type: 'logoutClicked' }]);
});

test('right to left, arrows point the other way and times and numbers do not', async () => {
  await driver.open('history');
  await driver.page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await driver.page.locator('tbody tr').first().waitFor();
  const mirrored = await driver.page
    .locator('[data-icon="call_made"] svg')
    .first()
    .evaluate((icon) => {
      const { scale, transform } = getComputedStyle(icon);
      return `${scale} ${transform}`;
    });
  expect(mirrored).toMatch(/^-1 1|matrix\(-1/);
  await driver.show('oncall');
  expect(
    await driver.page
      .getByRole('timer')
      .locator('bdi')
      .evaluate((time) => getComputedStyle(time).direction),
  ).toBe('ltr');
  await driver.page.evaluate(() => {
    document.documentElement.dir = 'ltr';
  });
});
