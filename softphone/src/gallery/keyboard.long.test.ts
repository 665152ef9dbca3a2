import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { roundRobin } from '../../../design/tests/spread.mjs';
import { inGallery } from './driver.ts';
import { signedInStates, testEdges, visitStates } from './every-state.ts';

let page: Page;
const { open, show, sent, expectSent, setReactions, button, driver } = inGallery((opened) => {
  page = opened;
});

const sheet = () => page.getByRole('dialog', { name: 'Keyboard shortcuts', exact: true });
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

/** Each action with its keys. */
async function sheetOf(state: string): Promise<Record<string, string>> {
  await open(state);
  await page.keyboard.press('?');
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

describe('the list of keyboard shortcuts', () => {
  test.each<[string, Record<string, string>]>([
    [
      'waiting',
      {
        'Check for lead': 'L',
        Call: 'C',
        History: 'H',
        Settings: 'S',
        'Search and commands': 'Ctrl+K',
        'Keyboard shortcuts': '?',
      },
    ],
    ['ringing-lead', { Ignore: 'Esc', Call: 'Enter', 'Keyboard shortcuts': '?' }],
    [
      'oncall',
      { Hold: 'H', Transfer: 'T', Keypad: 'K', Mute: 'M', 'Hang Up': 'E', 'Keyboard shortcuts': '?' },
    ],
    ['oncall-nolead', { 'Add Lead': 'A' }],
    ['oncall-held', { Resume: 'H' }],
    ['oncall-keypad', { Close: 'Esc', Keypad: 'K 1 2 3 4 5 6 7 8 9 * 0 #', 'Hang Up': 'E' }],
    ['thankyou', { 'Add Note': 'N', Done: 'Enter', 'Keyboard shortcuts': '?' }],
    ['result', { Contacted: '1', Voicemail: '2', Missed: '3', Remove: '4' }],
  ])('in %s, shows what each key does', async (state, expected) => {
    const listed = await sheetOf(state);
    if (state === 'waiting' || state === 'ringing-lead' || state === 'thankyou')
      expect(listed).toEqual(expected);
    else expect(listed).toMatchObject(expected);
  });

  test('names the note field by its label, also when a note is typed', async () => {
    await open('oncall', 1280, 760);
    await page.getByRole('textbox', { name: 'Note' }).fill('Asks about the price');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await sheet().waitFor();
    const row = sheet()
      .locator('dl > div')
      .filter({ has: page.getByText('N', { exact: true }) });
    expect(await row.locator('dt').allTextContents()).toEqual(['Note']);
  });

  test('closes with Escape or ?, returns the focus, and closes nothing else', async () => {
    await open('oncall');
    await button('Mute').focus();
    for (const key of ['Escape', '?']) {
      await page.keyboard.press('?');
      await sheet().waitFor();
      await page.keyboard.press(key);
      await sheet().waitFor({ state: 'hidden' });
      await expect.poll(() => focused()).toContain('Mute');
    }
    await expectSent();
  });

  test("closes with its view, and a call can be ended while it's open", async () => {
    await open('oncall');
    await setReactions({ hangUpClicked: 'result' });
    await page.keyboard.press('?');
    await sheet().waitFor();
    await page.keyboard.press('e');
    await page.waitForSelector('[data-view="disposition"]');
    await sheet().waitFor({ state: 'hidden' });
  });

  test("doesn't come back after the ring that closed it", async () => {
    await open('waiting');
    await page.keyboard.press('?');
    await sheet().waitFor();
    await show('ringing-lead');
    await sheet().waitFor({ state: 'hidden' });
    await show('waiting');
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    expect(await sheet().count()).toBe(0);
  });

  test("doesn't open while typing", async () => {
    await open('note');
    await page.keyboard.type('why?');
    await expect.poll(() => page.locator('textarea').inputValue()).toBe('why?');
    await expect.poll(() => sheet().count()).toBe(0);
  });

  test.each(['oncall', 'oncall-keypad'])(
    'has no axe violations in %s, and doesn’t cover the dock',
    async (state) => {
      await sheetOf(state);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      const box = await sheet().boundingBox();
      const dock = await button('Hang Up').boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
    },
  );
});

describe('from state to state', () => {
  let walkResult: Awaited<ReturnType<typeof visitStates>>;
  beforeAll(async () => {
    walkResult = await visitStates(driver(), signedInStates);
  });

  test('every action has a key, which its tooltip shows', () => {
    expect(walkResult.keyless).toEqual([]);
  });

  // every-state.long.test.ts covers both directions.
  test('the focus is never lost between two states', () => {
    expect(walkResult.lost).toEqual([]);
  });
});

test('a focused button that gets disabled passes the focus to its screen', async () => {
  await open('result');
  await button('Contacted').focus();
  await page.evaluate(async () => {
    // An immediate frame, before the browser has moved the focus.
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = (draw) => {
      queueMicrotask(() => draw(performance.now()));
      return 0;
    };
    window.gallery.show('result-sending');
    await new Promise((done) => setTimeout(done));
    window.requestAnimationFrame = requestAnimationFrame;
  });
  await page.waitForFunction(() => document.activeElement?.matches('[data-view="disposition"]'));
});

testEdges(driver, roundRobin);

test("logging out during a call asks for confirmation, even by keyboard, and Escape doesn't lose the focus", async () => {
  await open('oncall');
  const { keyboard } = page;
  const question = page.getByRole('alertdialog');
  const logOut = async () => {
    await page.getByRole('button', { name: /^Priya/ }).focus();
    await keyboard.press('Enter');
    await page.getByRole('link', { name: 'Log out' }).waitFor();
    for (const _ of ['search', 'shortcuts', 'help', 'log out']) await keyboard.press('Tab');
    await keyboard.press('Enter');
    await question.waitFor();
    await expect.poll(() => focused()).toBe('Stay logged in');
  };
  await logOut();
  await keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  await logOut();
  await keyboard.press('Enter');
  await question.waitFor({ state: 'hidden' });
  const opened = { type: 'statusMenuOpened' };
  expect(await sent()).toEqual([opened, opened]);
  await logOut();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expectSent(opened, opened, opened, { type: 'logoutClicked' });
});

test("in right-to-left layout, arrows are mirrored, but times and numbers aren't", async () => {
  await open('history');
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await page.locator('tbody tr').first().waitFor();
  const mirrored = await page
    .locator('[data-icon="call_made"] svg')
    .first()
    .evaluate((icon) => {
      const { scale, transform } = getComputedStyle(icon);
      return `${scale} ${transform}`;
    });
  expect(mirrored).toMatch(/^-1 1|matrix\(-1/);
  await show('oncall');
  expect(
    await page
      .getByRole('timer')
      .locator('bdi')
      .evaluate((time) => getComputedStyle(time).direction),
  ).toBe('ltr');
  await page.evaluate(() => {
    document.documentElement.dir = 'ltr';
  });
});
