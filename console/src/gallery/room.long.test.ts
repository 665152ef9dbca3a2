import { beforeEach, describe, expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';

const driver = galleryDriver();
const { button, expectAccessible, expectRequests, field, open, requests, role, shown, title } = driver;

const tile = (name: string) => driver.page.locator('[data-place]').filter({ hasText: name }).first();
const tip = (name: string) => driver.page.locator('[data-tip]').filter({ hasText: name });
const groups = () => role('region', { name: 'Agents' }).getByRole('heading', { level: 2 }).allTextContents();
const placesOf = () =>
  driver.page.locator('[data-place]').evaluateAll((all) => all.map((one) => one.getAttribute('data-place')));
/** Where each tile is on the page. */
const boxes = () =>
  driver.page.locator('[data-state]').evaluateAll((all) =>
    Object.fromEntries(
      all.map((one) => {
        const { left, top } = one.getBoundingClientRect();
        const name = one.querySelector('[dir="auto"]')?.textContent ?? '';
        return [(one as HTMLElement).dataset['place'] ?? name, `${left} ${top + scrollY}`] as const;
      }),
    ),
  );
const ringing = () => driver.page.locator('[data-state="ringing"]').count();
/** The next answer of a state whose agents are rung in turns. */
async function nextTurn(rung: number) {
  await driver.page.evaluate(() => {
    window.gallery.advance(1);
    window.gallery.notifyChange();
  });
  await expect.poll(ringing).toBe(rung);
  await driver.waitForRender();
}
const focused = () => driver.page.evaluate(() => document.activeElement?.getAttribute('data-place') ?? null);

beforeEach(async () => {
  await driver.page.mouse.move(2, 2);
  await driver.page.evaluate(() => localStorage.clear());
});

describe('a full room', () => {
  test('has large tiles up to 40 agents, and the dense board above', async () => {
    await open('room-40');
    await driver.page.locator('[data-state]').first().waitFor();
    expect(await driver.page.locator('[data-place]').count()).toBe(0);
    await open('room-41');
    await shown('41 agents, 34 signed in').waitFor();
    expect(await driver.page.locator('[data-place]').count()).toBe(34);
  });

  test('is grouped by status, or by team in the address', async () => {
    await open('room-120');
    const byStatus = ['Ringing', 'On hold', 'On call', 'Wrap-up', 'Away', 'Available', 'Signed out'];
    expect(await groups()).toEqual(byStatus);
    await shown('4 over 30:00').waitFor();
    await shown('5 over 20:00').waitFor();
    await role('radio', { name: 'Team' }).check();
    await expect.poll(groups).toEqual(['Sales', 'Support', 'Renewals', 'Onboarding', 'Signed out']);
    await open('room-120-teams');
    expect(await groups()).toEqual(['Sales', 'Support', 'Renewals', 'Onboarding', 'Signed out']);
  });

  test('of 200 agents fits a window of 1920 by 1080 px without scrolling', async () => {
    await open('room-200', 1920, 1080);
    const outside = await driver.page
      .locator('[data-place]')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().bottom > innerHeight).length);
    expect(await driver.page.locator('[data-place]').count()).toBe(200);
    expect(outside).toBe(0);
  });

  test('folds agents who are signed out, and stays as the user left it', async () => {
    await open('room-120');
    expect(await driver.page.locator('[data-place]').count()).toBe(84);
    await button('Signed out 36').click();
    await expect.poll(() => driver.page.locator('[data-place]').count()).toBe(120);
    await open('room-120');
    await expect.poll(() => driver.page.locator('[data-place]').count()).toBe(120);
    await open('room-120-admin');
    await expect.poll(() => driver.page.locator('[data-place]').count()).toBe(84);
  });

  test('is walked with the arrow keys, and opens, uses and closes a tip by keyboard', async () => {
    const { keyboard } = driver.page;
    await open('room-120');
    await tile('Ann Reyes').focus();
    await keyboard.press('ArrowRight');
    expect(await focused()).toBe('ringing 3001');
    await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowDown');
    expect(await focused()).toBe('ringing 3003');
    await tile('Chloe Sato').focus();
    expect(await focused()).toBe('oncall 3006');
    await tip('Chloe Sato').getByText('37:54, limit is 30:00').waitFor();
    await expectAccessible();
    await keyboard.press('Enter');
    await expect.poll(() => driver.page.evaluate(() => document.activeElement?.textContent)).toBe('Listen');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expectRequests('whisperCall', { params: { id: 5_006 } });
    await keyboard.press('Escape');
    await tip('Chloe Sato').waitFor({ state: 'detached' });
    expect(await focused()).toBe('oncall 3006');
    await keyboard.press('Home');
    await tip('Ann Reyes').waitFor();
    await keyboard.press('Escape');
    await tip('Ann Reyes').waitFor({ state: 'detached' });
    await keyboard.press('Tab');
    expect(await focused()).toBeNull();
  });

  test('has a tip that never covers its own tile', async () => {
    await open('room-200', 1280, 800);
    for (const place of ['first', 'last'] as const) {
      const one = driver.page.locator('[data-place]')[place]();
      await one.click();
      const [at, over] = [await one.boundingBox(), await driver.page.locator('[data-tip]').boundingBox()];
      if (!at || !over) throw new Error('the tile or its tip is not on the page');
      expect(over.y >= at.y + at.height || over.y + over.height <= at.y).toBe(true);
      expect(over.x + over.width).toBeLessThanOrEqual(1280);
    }
  });

  test('opens a tip under the pointer, and closes it when the pointer leaves', async () => {
    await open('room-120');
    await tile('Chloe Sato').hover();
    await tip('Chloe Sato').getByText('Renewals · On call with', { exact: false }).waitFor();
    await tip('Chloe Sato').hover();
    await driver.waitForRender();
    expect(await tip('Chloe Sato').count()).toBe(1);
    await driver.page.mouse.move(2, 2);
    await tip('Chloe Sato').waitFor({ state: 'detached' });
  });

  test('moves no tile while the pointer is on the room', async () => {
    await open('room-120');
    await tile('Zoe Rossi').hover();
    const before = await placesOf();
    const reads = (await requests('readBoardChanges')).length;
    await driver.page.evaluate(() => {
      window.gallery.answerAs('room-120-later');
      window.gallery.notifyChange();
    });
    await expect.poll(async () => (await requests('readBoardChanges')).length).toBeGreaterThan(reads);
    await driver.page.waitForFunction(
      () => document.querySelector('[data-place]')?.getAttribute('data-state') === 'wrapup',
    );
    expect(await placesOf()).toEqual(before);
    await driver.page.mouse.move(2, 2);
    await expect.poll(async () => (await placesOf())[0]).toBe('ringing 3001');
  });

  test('finds an agent by name, also a signed-out one', async () => {
    await open('room-120');
    await field('Search').fill('chloe sato');
    await expect.poll(groups).toEqual(['On call']);
  });
});

describe('while agents are rung in turns', () => {
  test.each<[string, number, number, number]>([
    ['room-40-rings', 1, 390, 844],
    ['room-40-rings', 1, 1280, 800],
    ['wallboard-rings', 4, 1920, 1080],
  ])('no tile of %s moves', async (state, before, width, height) => {
    await open(state, width, height);
    await expect.poll(ringing).toBe(before);
    const places = await boxes();
    for (let turn = 0; turn < 4; turn += 1) {
      await nextTurn(turn % 2 === 0 ? before + 3 : before);
      expect(await boxes()).toEqual(places);
    }
  });

  test.each<[string, number, number, number]>([
    ['room-120-rings', 4, 1280, 800],
    ['room-200-rings', 9, 1280, 800],
    ['room-200-rings', 9, 1920, 1080],
    ['room-200-rings-teams', 9, 1920, 1080],
  ])('only their tiles move, in %s with %i ringing on %i px', async (state, before, width, height) => {
    await open(state, width, height);
    await expect.poll(ringing).toBe(before);
    let places = await boxes();
    for (let turn = 0; turn < 6; turn += 1) {
      await nextTurn(turn % 2 === 0 ? before + 3 : before);
      const now = await boxes();
      const stayed = Object.keys(now).filter((place) => place in places);
      expect(stayed.length).toBeGreaterThanOrEqual(Object.keys(now).length - 3);
      for (const place of stayed) expect([place, now[place]]).toEqual([place, places[place]]);
      places = now;
    }
  });

  test('no tile moves under the pointer, also after the time at which all are put in order', async () => {
    await open('room-200-rings', 1920, 1080);
    await expect.poll(ringing).toBe(9);
    await tile('Zoe').hover();
    await driver.waitForRender();
    const places = await boxes();
    for (let turn = 0; turn < 4; turn += 1) {
      await driver.page.evaluate(() => window.gallery.advance(30));
      await nextTurn(turn % 2 === 0 ? 12 : 9);
      expect(await boxes()).toEqual(places);
    }
    await driver.page.mouse.move(2, 2);
    await expect.poll(boxes).not.toEqual(places);
  });

  test('no tile moves when a line says that the phone connects', async () => {
    await open('room-120');
    const places = await boxes();
    await tile('Chloe Sato').click();
    await tip('Chloe Sato').getByRole('button', { name: 'Listen' }).click();
    await shown('Connecting your phone to listen to Chloe Sato.').waitFor();
    expect(await boxes()).toEqual(places);
  });
});

test('the longest times come first if that is chosen, also on the next visit', async () => {
  const first = async (group: string) => (await placesOf()).find((place) => place?.startsWith(`${group} `));
  await open('room-120');
  const byName = await first('oncall');
  await field('Order of agents').selectOption('Longest first');
  await expect.poll(() => first('oncall')).toBe('oncall 3006');
  expect(byName).not.toBe('oncall 3006');
  await open('room-120');
  await expect.poll(() => first('oncall')).toBe('oncall 3006');
  await open('wallboard', 1920, 1080);
  const names = () => driver.page.locator('main li').allTextContents();
  const sorted = await names();
  await role('radio', { name: 'Longest first' }).check();
  await expect.poll(names).not.toEqual(sorted);
  expect((await names())[0]).toContain('Ann Reyes');
});

describe('the limits of the board', () => {
  test('are saved with only the changed ones, and reject a first limit above the second', async () => {
    await open('room-120-admin');
    await role('link', { name: 'Board limits' }).click();
    await open('board-limits');
    await title('Board limits').waitFor();
    await field('First limit of On call').fill('40:00');
    await button('Save').click();
    await shown('Enter minutes and seconds, such as 2:00, the first below the second.').waitFor();
    await expectAccessible();
    await field('First limit of On call').fill('15');
    await field('Second limit of Break').fill('45:30');
    await shown('2 unsaved changes').waitFor();
    await button('Save').click();
    await expectRequests('changeBoardLimits', {
      body: {
        version: 3,
        oncall: { caution: 900, danger: 1_800 },
        statuses: { break: { caution: null, danger: 2_730 }, lunch: { caution: 3_000, danger: 3_600 } },
      },
    });
  });
});

describe('a wallboard', () => {
  const background = () =>
    driver.page.evaluate(
      () => getComputedStyle(document.querySelector('main') ?? document.body).backgroundColor,
    );
  const DARK = 'rgb(16, 18, 17)';
  const LIGHT = 'rgb(244, 243, 239)';

  test('is dark unless changed on this screen, and leaves the other pages alone', async () => {
    await driver.page.emulateMedia({ colorScheme: 'light' });
    await open('wallboard');
    expect(await background()).toBe(DARK);
    await role('radio', { name: 'Light' }).check();
    await expect.poll(background).toBe(LIGHT);
    await driver.page.emulateMedia({ colorScheme: 'dark' });
    await open('wallboard');
    expect(await background()).toBe(LIGHT);
    await role('radio', { name: 'Dark' }).check();
    await expect.poll(background).toBe(DARK);
    await role('link', { name: 'Back to the board' }).click();
    await title('Live board').waitFor();
    await driver.page.emulateMedia({ colorScheme: 'light' });
    const body = () =>
      driver.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-bg'));
    await expect.poll(body).toBe('#f4f3ef');
    await driver.page.emulateMedia({ colorScheme: null });
  });

  test('shows agents, but no lead and no number', async () => {
    await open('wallboard', 1920, 1080);
    const text = (await driver.page.locator('main').textContent()) ?? '';
    expect(text).toContain('Chloe Sato');
    for (const lead of ['Marcus Bell', 'Ana Lima', 'Callaghan', '555-0186', 'Oluwaseun']) {
      expect(text).not.toContain(lead);
    }
  });

  test('turns its pages only if the room doesn’t fit, and stops on request', async () => {
    const names = () => driver.page.locator('main li').allTextContents();
    await open('wallboard', 1920, 1080);
    expect(await names()).toHaveLength(39);
    expect(await button('Stop turning pages').count()).toBe(0);
    await open('wallboard-full', 1920, 1080);
    const pages = new Set<string>();
    for (let turn = 0; turn < 5; turn += 1) {
      const before = await names();
      for (const name of before) pages.add(name.replace(/[\d:]+/g, ' '));
      await driver.page.evaluate(() => window.gallery.advance(15));
      await expect.poll(names).not.toEqual(before);
    }
    expect(pages.size).toBe(200);
    await button('Stop turning pages').click();
    await button('Turn pages').waitFor();
    const [stopped = ''] = await names();
    const first = stopped.replace(/[\d:]+/g, ' ');
    await driver.page.evaluate(() => window.gallery.advance(15));
    await expect.poll(async () => (await names())[0] !== stopped).toBe(true);
    expect((await names())[0]?.replace(/[\d:]+/g, ' ')).toBe(first);
    await button('Next agents').click();
    await expect.poll(async () => (await names())[0]?.replace(/[\d:]+/g, ' ')).not.toBe(first);
  });

  test('says since when it isn’t updated, and is up to date again by itself', async () => {
    await open('wallboard', 1920, 1080);
    await driver.page.evaluate(() => window.gallery.setStale(true));
    await role('alert')
      .getByText(/^Not updated since/)
      .waitFor();
    await expectAccessible();
    await driver.page.evaluate(() => window.gallery.setStale(false));
    await role('alert').waitFor({ state: 'detached' });
  });

  test('keeps the screen on, again after it was hidden', async () => {
    const fresh = await driver.openSeparately(() => {
      const asked = { count: 0 };
      Object.assign(window, { asked });
      Object.defineProperty(navigator, 'wakeLock', {
        value: {
          request: async () => {
            asked.count += 1;
            return { release: async () => {} };
          },
        },
      });
    });
    const count = () =>
      fresh.evaluate(() => (window as unknown as { readonly asked: { readonly count: number } }).asked.count);
    await fresh.evaluate(() => window.gallery.show('board'));
    await fresh.locator('h1').waitFor();
    expect(await count()).toBe(0);
    await fresh.evaluate(() => window.gallery.show('wallboard'));
    await expect.poll(count).toBe(1);
    await fresh.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(count).toBe(2);
    await fresh.context().close();
  });
});
