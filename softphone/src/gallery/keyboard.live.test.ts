/** A day without a mouse and without eyes: every state by keys, with the focus kept, at any size and reading direction. */
import { beforeAll, describe, expect, test } from 'vitest';
import { barriers } from '../../tests/barriers.mjs';
import { type GalleryDriver, startDriver } from './driver.ts';
import { states } from './states.ts';

let driver: GalleryDriver;
beforeAll(async () => {
  driver = await startDriver();
});

const sheet = () => driver.page.getByRole('dialog', { name: 'Keys', exact: true });
const names = Object.keys(states);
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

test('every action of waiting, a ring, a call and its aftermath has a key, which its tooltip tells', async () => {
  const without: string[] = [];
  for (const state of names.filter((name) => !/login|starting/.test(name))) {
    await driver.show(state);
    without.push(
      ...(await driver.page.evaluate(
        (name) =>
          [...document.querySelectorAll<HTMLElement>('[data-part="dock"] button, [data-tile], nav button')]
            .filter((control) => control.checkVisibility())
            .filter((control) => !control.getAttribute('aria-keyshortcuts') || !control.title)
            .map((control) => `${name}: ${control.textContent}`),
        state,
      )),
    );
  }
  expect(without).toEqual([]);
});

test('the focus is never lost, whatever follows whatever', async () => {
  const inside = names.filter((name) => !/login|starting/.test(name));
  await driver.open('waiting');
  for (const name of [...inside, ...inside.toReversed()]) {
    await driver.show(name);
    await driver.page.waitForFunction(
      () => document.activeElement !== document.body && document.activeElement?.isConnected,
    );
  }
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

describe.each([
  ['four times the size', 320, 640, 'ltr'],
  ['right to left', 380, 720, 'rtl'],
  ['right to left, beside a panel', 1280, 760, 'rtl'],
] as const)('at %s', (_name, width, height, dir) => {
  test('nothing goes over the edge', async () => {
    await driver.open('waiting', width, height);
    await driver.page.evaluate((wanted) => {
      document.documentElement.dir = wanted;
    }, dir);
    const over: string[] = [];
    for (const name of names) {
      await driver.show(name);
      const wide = await driver.page.evaluate(() => {
        const edge = document.documentElement.clientWidth;
        const isOut = (element: Element) => {
          const box = element.getBoundingClientRect();
          return box.width > 0 && (box.left < -1 || box.right > edge + 1);
        };
        return [...document.querySelectorAll('button, input, textarea, select, h1, h2, a, label')]
          .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden, table'))
          .filter(isOut)
          .map((element) => element.textContent ?? element.tagName)
          .concat(document.documentElement.scrollWidth > edge ? ['the page'] : []);
      });
      over.push(...wide.map((what) => `${name}: ${what}`));
    }
    await driver.page.evaluate(() => {
      document.documentElement.dir = 'ltr';
    });
    expect(over).toEqual([]);
  });
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
