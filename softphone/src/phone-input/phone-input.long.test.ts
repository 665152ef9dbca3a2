import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { inGallery } from '../gallery/driver.ts';

let page: Page;
const gallery = inGallery((opened) => {
  page = opened;
});
afterAll(() => page.emulateMedia({ colorScheme: 'light' }));

async function open({ width = 380, height = 720, dir = 'ltr', state = 'waiting-newcall' } = {}) {
  await gallery.open(state, width, height);
  if (dir !== 'ltr')
    await page.evaluate((wanted) => document.documentElement.setAttribute('dir', wanted), dir);
  await country().waitFor();
}

const country = () => page.getByRole('combobox', { name: 'Country', exact: true });
const list = () => page.getByRole('listbox', { name: 'Country', exact: true });
const field = () => page.getByLabel('Phone Number', { exact: true });
const option = (name: string) => list().getByRole('option').filter({ hasText: name });

const highlighted = () =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(id)?.firstElementChild?.textContent ?? null;
  });
const isShown = () => list().isVisible();

describe('the field', () => {
  test.each([
    ['+1 (415) 555-0100 ext. 123456', /123456$/],
    ['+1 (415) 555-0100 extension 1234567890123', /1234567890123$/],
  ])('keeps the end of a paste that is longer than the field: %s', async (pasted, kept) => {
    await open();
    await field().evaluate((input, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    }, pasted);
    await expect.poll(() => field().inputValue()).toMatch(kept);
  });

  test("shows the user's country, its dial code and a placeholder", async () => {
    await open();
    await expect.poll(() => country().textContent()).toContain('United States +1');
    await expect.poll(() => page.getByText('+1', { exact: true }).isVisible()).toBe(true);
    await expect.poll(() => field().getAttribute('placeholder')).toBe('Enter a phone number');
    await expect.poll(() => field().getAttribute('maxlength')).toBe('25');
  });

  test('is announced with its dial code, unless the number has its own', async () => {
    await open();
    const textbox = (name: string) => page.getByRole('textbox', { name, exact: true });
    await textbox('Phone Number +1').waitFor();
    await country().click();
    await option('France').click();
    await textbox('Phone Number +33').waitFor();
    await field().pressSequentially('+44');
    await textbox('Phone Number').waitFor();
  });

  test('switches to the country of a number with a plus, without repeating its dial code', async () => {
    await open();
    await field().pressSequentially('+442071838750');
    await expect.poll(() => field().inputValue()).toBe('+44 20 7183 8750');
    await expect.poll(() => country().textContent()).toContain('United Kingdom +44');
    await expect.poll(() => page.getByText('+44', { exact: true }).isVisible()).toBe(false);
  });

  test('sends the text as a number of the chosen country', async () => {
    await open();
    await country().click();
    await option('United Kingdom').click();
    await field().pressSequentially('02071838750');
    await page.getByRole('button', { name: 'Call Now', exact: true }).click();
    await expect
      .poll(async () => (await gallery.sent()).at(-1))
      .toMatchObject({ type: 'callNowClicked', phoneNumber: '+442071838750', problem: null });
  });
});

describe('for a user without a country', () => {
  const countRequests = async () => (await gallery.requests('country')).length;

  test('the looked-up country is selected, unless another one was chosen', async () => {
    await open({ state: 'waiting-newcall-lookedup' });
    await page.getByText('+33', { exact: true }).waitFor();
    await expect.poll(() => country().textContent()).toContain('France +33');
    await expect.poll(() => countRequests()).toBe(1);
  });

  test('a failed lookup leaves the first preferred country selected', async () => {
    const warned = page.waitForEvent('console', (message) =>
      message.text().includes('unable to fetch the country'),
    );
    await open({ state: 'waiting-newcall-notfound' });
    await warned;
    await expect.poll(() => country().textContent()).toContain('United States +1');
  });

  test('there is no lookup for a user with a country', async () => {
    await open();
    await expect.poll(() => countRequests()).toBe(0);
  });
});

describe('the list of countries', () => {
  test('opens with a click, preferred countries first, and closes with the next click', async () => {
    await open();
    await country().click();
    const names = await list().getByRole('option').locator('span:first-child').allTextContents();
    expect(names.slice(0, 4)).toEqual(['United States', 'Canada', 'United Kingdom', 'Afghanistan']);
    await expect
      .poll(() => list().getByRole('option', { selected: true }).textContent())
      .toBe('United States+1');
    await country().click();
    await expect.poll(() => isShown()).toBe(false);
  });

  test('closes with a click elsewhere', async () => {
    await open();
    await country().click();
    await page.getByRole('heading', { name: 'New Call' }).click();
    await expect.poll(() => isShown()).toBe(false);
  });

  test('chooses a clicked country and moves on to the number', async () => {
    await open();
    await country().click();
    await option('France').click();
    await expect.poll(() => isShown()).toBe(false);
    await expect.poll(() => country().textContent()).toContain('France +33');
    await expect.poll(() => field().evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('works with space, arrow keys and Enter', async () => {
    await open();
    await country().focus();
    await page.keyboard.press('Space');
    await expect.poll(() => highlighted()).toBe('United States');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => highlighted()).toBe('Canada');
    await page.keyboard.press('Enter');
    await expect.poll(() => isShown()).toBe(false);
    await expect.poll(() => country().textContent()).toContain('Canada +1');
    // Enter chose the country and didn't place the call.
    await expect
      .poll(() => gallery.sent())
      .toMatchObject([{ type: 'newCallTyped', form: { country: 'CA' } }]);
  });

  test('finds a country by letters, scrolls to it, and Enter chooses it', async () => {
    await open();
    await country().focus();
    await page.keyboard.press('Enter');
    // With one timestamp: a busy machine may press two keys a second apart.
    await page.evaluate(async () => {
      for (const key of 'fr') {
        const pressed = new KeyboardEvent('keydown', { key, bubbles: true });
        Object.defineProperty(pressed, 'timeStamp', { value: 1_000 });
        document.activeElement?.dispatchEvent(pressed);
        await new Promise((done) => setTimeout(done));
      }
    });
    await expect.poll(() => highlighted()).toBe('France');
    const [row, box] = [await option('France').boundingBox(), await list().boundingBox()];
    expect(row && box && row.y >= box.y && row.y + row.height <= box.y + box.height + 1).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => country().textContent()).toContain('France +33');
  });

  test('closes with Escape without a change; the next Escape closes the panel', async () => {
    await open();
    await country().focus();
    await page.keyboard.press('Space');
    await page.keyboard.type('fr');
    await page.keyboard.press('Escape');
    await expect.poll(() => isShown()).toBe(false);
    await expect.poll(() => country().textContent()).toContain('United States +1');
    await gallery.expectSent();
    await page.keyboard.press('Escape');
    await gallery.expectSent({ type: 'panelClosed' });
  });

  test('closes with Tab, which moves on to the number', async () => {
    await open();
    await country().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect.poll(() => isShown()).toBe(false);
    await expect.poll(() => country().textContent()).toContain('United States +1');
    await expect.poll(() => field().evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('closes for a ring', async () => {
    await open();
    await country().click();
    await gallery.show('ringing-lead');
    await page.waitForSelector('[data-view="ringing"]');
    await expect.poll(() => isShown()).toBe(false);
  });
});

describe('the position of the list', () => {
  /** Returns the side of the field on which the list opens with this much space below. */
  async function sideWith(free: number): Promise<string> {
    await open();
    const edge = await field().evaluate(
      (element) => element.parentElement?.getBoundingClientRect().bottom ?? 0,
    );
    await page.setViewportSize({ width: 380, height: Math.round(edge + free) });
    // The panel may have moved the field after the resize.
    const moved = await field().evaluate(
      (element) => innerHeight - (element.parentElement?.getBoundingClientRect().bottom ?? 0),
    );
    expect(Math.round(moved)).toBe(free);
    await country().click();
    const [above, at] = [await list().boundingBox(), await field().boundingBox()];
    return above && at && above.y + above.height <= at.y ? 'above' : 'below';
  }

  test('is above the field with 199 px below it, and below with 200', async () => {
    await expect.poll(() => sideWith(199)).toBe('above');
    await expect.poll(() => sideWith(200)).toBe('below');
  });

  test.each([
    ['narrow', 360, 640, 'ltr'],
    ['narrow and right to left', 360, 640, 'rtl'],
    ['wide', 1280, 760, 'ltr'],
    ['at 4× zoom', 320, 256, 'ltr'],
  ])('leaves the list completely visible and uncovered: %s', async (_name, width, height, dir) => {
    await open({ width, height, dir });
    await country().scrollIntoViewIfNeeded();
    await country().click();
    const box = await list().boundingBox();
    const edge = await field().evaluate((element) => element.parentElement?.getBoundingClientRect().toJSON());
    expect(await gallery.isInWindow(list())).toBe(true);
    expect([box?.x, box?.width]).toEqual([edge.x, edge.width]);
    expect(box?.height).toBeGreaterThan(60);
    const covered = await list().evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const points = [
        [left + 20, top + 4],
        [right - 20, bottom - 4],
      ] as const;
      return points.some(([x, y]) => !element.contains(document.elementFromPoint(x, y)));
    });
    expect(covered).toBe(false);
    await gallery.expectNoOverflow();
  });

  test('follows its field when the panel scrolls', async () => {
    await open({ width: 360, height: 420 });
    await country().click();
    const before = await country().boundingBox();
    await field().evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await expect.poll(async () => (await country().boundingBox())?.y).not.toBe(before?.y);
    await page.waitForFunction(() => {
      const [shown, at] = ['[role="listbox"]', '[role="combobox"]'].map((each) =>
        document.querySelector(each)?.getBoundingClientRect(),
      );
      if (!shown || !at) return false;
      const gap = shown.top > at.top ? shown.top - at.bottom : at.top - shown.bottom;
      return gap > 0 && gap < 8;
    });
  });
});

test.each(['light', 'dark'] as const)('the open list has no axe violations in %s', async (theme) => {
  await open();
  await page.emulateMedia({ colorScheme: theme });
  await country().click();
  await page.keyboard.press('ArrowDown');
  expect(await findAccessibilityViolations(page, ...(theme === 'dark' ? ['color-contrast'] : []))).toEqual(
    [],
  );
});

// Last, because it leaves the gallery's states.
describe('a phone input outside a panel', () => {
  const output = (name: string) => page.getByRole('status', { name, exact: true });

  async function openAlone(options = ''): Promise<void> {
    await page.setViewportSize({ width: 420, height: 760 });
    await page.goto('about:blank');
    await page.goto(`${gallery.url()}#phone-input${options}`);
    await field().waitFor();
  }

  test("shows why a number can't be called, with a text for each reason", async () => {
    await openAlone();
    for (const [text, sentence] of [
      ['', 'Enter a phone number.'],
      ['abc', 'This isn’t a phone number.'],
      ['1', 'This phone number is too short.'],
      ['+14155550100123', 'This phone number is too long.'],
      ['+10005550100', 'This phone number isn’t valid in its country.'],
      ['911', 'Use a telephone for emergency calls.'],
      ['+1 911', 'Use a telephone for emergency calls.'],
      ['+999 5550100', 'This country code doesn’t exist.'],
      ['+9999 555', 'This country code doesn’t exist.'],
      ['+1242 357 0000', '+12423570000'],
      ['+14155550100', '+14155550100'],
    ] as const) {
      await field().fill(text);
      await expect.poll(() => output('Number').textContent(), { message: text }).toBe(sentence);
    }
  });

  test('is limited to the allowed countries, and formats in the given mode', async () => {
    await openAlone('&only=US,CA&mode=sideways');
    await country().click();
    await expect.poll(() => list().getByRole('option').count()).toBe(2);
    await country().click();
    await field().pressSequentially('4155550142');
    await expect.poll(() => field().inputValue()).toBe('+1 415 555 0142');
    await field().fill('+442071838750');
    await expect.poll(() => output('Number').textContent()).toBe('Numbers in this country can’t be called.');
  });

  test('parses each form of extension up to its limit, and text up to 250 characters', async () => {
    await openAlone();
    const reading = async (text: string) => {
      await page.getByLabel('Any text').fill(text);
      return output('Reading').textContent();
    };
    const digits = (count: number) => '1'.repeat(count);
    for (const [before, max, after] of [
      [';ext=', 20, ''],
      [' x', 9, ''],
      [' - ', 6, '#'],
      [',,', 15, ''],
    ] as const) {
      const number = `+14155550100${before}`;
      expect(await reading(`${number}${digits(max)}${after}`)).toBe(`+14155550100 US ext. ${digits(max)}`);
      expect(await reading(`${number}${digits(max + 1)}${after}`)).not.toContain('+14155550100 US');
    }
    expect(await reading(`+14155550100${' '.repeat(238)}`)).toBe('+14155550100 US');
    expect(await reading(`+14155550100${' '.repeat(239)}`)).toBe('This phone number is too long.');
  });

  test('accepts digits, star, hash and pause in a call, and nothing else', async () => {
    await openAlone();
    for (const [digits, expected] of [
      ['0123456789*#w', '0123456789*#w'],
      ['12a', 'Illegal character passed into sendDigits'],
      ['+', 'Illegal character passed into sendDigits'],
    ] as const) {
      await page.getByLabel('Digits in a call').fill(digits);
      await expect.poll(() => output('Tones').textContent()).toBe(expected);
    }
  });
});
