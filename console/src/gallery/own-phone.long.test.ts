import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';
import { expectNoOverflow } from './states/every-state.ts';

const driver = galleryDriver();
const { alert, button, requests, expectAccessible, hasFocus, open, role, shown, waitForRender } = driver;

beforeAll(async () => {
  const body = '<!doctype html><html lang="en"><title>Phone</title><button>Answer</button></html>';
  await driver.page.route('**/', (route) => route.fulfill({ contentType: 'text/html', body }));
});
afterAll(() => driver.page.unroute('**/'));

const tileOf = (name: string) => driver.page.locator('[data-state]').filter({ hasText: name });
const ownPhone = () => role('region', { name: 'Your phone' });
const frame = () => ownPhone().locator('iframe');
const answerAs = (state: string) =>
  driver.page.evaluate((name) => {
    window.gallery.answerAs(name);
    window.gallery.notifyChange();
  }, state);

/** The framed phone's own report. */
const reportStatus = (lamp: string, muted = false) =>
  frame()
    .contentFrame()
    .locator('button')
    .evaluate((_, status) => parent.postMessage({ type: 'offhookPhone', status }, '*'), { lamp, muted });

async function listen(width = 1280): Promise<void> {
  await open('board-phone-opening', width);
  await tileOf('Priya').getByRole('button', { name: 'Listen', exact: true }).focus();
  await driver.page.keyboard.press('Enter');
  await frame().waitFor();
}

describe('the phone inside the console', () => {
  test('opens for the first call to join, which is requested again when the phone is ready', async () => {
    await listen();
    await shown('Opening your phone…').waitFor();
    await answerAs('board');
    await reportStatus('offline');
    expect(await requests('listenCall')).toHaveLength(1);
    await reportStatus('waiting');
    await shown('Connecting your phone to listen to Priya Venkataraman.').waitFor();
  });

  test('that never answers is named as the reason after the ring’s time, and the line is gone', async () => {
    const page = await driver.openSeparately(() => {});
    await page.clock.install();
    await page.evaluate(() => window.gallery.show('board'));
    const joining = page.getByText('Connecting your phone to whisper to Priya Venkataraman.');
    const whisper = page
      .locator('[data-state]')
      .filter({ hasText: 'Priya' })
      .getByRole('button', { name: 'Whisper' })
      .first();
    await whisper.click();
    await joining.waitFor();
    await page.clock.fastForward(34_000);
    expect(await joining.count()).toBe(1);
    await page.clock.fastForward(1_000);
    await page.getByRole('alert').getByText('Your phone didn’t answer.').waitFor();
    expect(await joining.count()).toBe(0);

    // The call that ends first needs no reason.
    await whisper.click();
    await joining.waitFor();
    await page.evaluate(() => {
      window.gallery.answerAs('board-empty');
      window.gallery.notifyChange();
    });
    await page.clock.fastForward(35_000);
    await expect.poll(() => joining.count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });

  test('stays closed, without an error, when it is closed while it opens', async () => {
    await listen();
    await button('Close your phone').click();
    await frame().waitFor({ state: 'detached' });
    await expect.poll(() => button('Listen').first().getAttribute('aria-disabled')).toBe('false');
    expect(await requests('listenCall')).toHaveLength(1);
    expect([await frame().count(), await shown('Opening your phone…').count()]).toEqual([0, 0]);
    expect(await alert(/Your phone isn’t online/).count()).toBe(0);
  });

  test('gives the focus back to the button that opened it', async () => {
    await listen();
    await button('Close your phone').click();
    await frame().waitFor({ state: 'detached' });
    await hasFocus('Listen');
    expect(await tileOf('Priya').locator('button:focus').count()).toBe(1);
  });

  test('gives the focus to the tile during the call, and to its button when the call has ended', async () => {
    await listen();
    await answerAs('board-joined');
    await tileOf('Priya').getByRole('button', { name: 'Listen' }).waitFor({ state: 'detached' });
    await reportStatus('oncall');
    await button('Close your phone').click();
    await button('Leave the call').click();
    await frame().waitFor({ state: 'detached' });
    await expect
      .poll(() =>
        tileOf('Priya')
          .first()
          .evaluate((tile) => tile === document.activeElement),
      )
      .toBe(true);
    await answerAs('board');
    await hasFocus('Listen');
  });

  test('in a call is asked to change who hears the supervisor, and the focus stays on the tile', async () => {
    await open('board-joined');
    const named = (name: string) => tileOf('Priya').getByRole('button', { name, exact: true });
    await named('Barge').waitFor();
    expect(await named('Listen').count()).toBe(0);
    await named('Whisper').focus();
    await driver.page.keyboard.press('Enter');
    await expect.poll(() => requests('whisperCall')).toEqual([{ params: { id: 1004 } }]);
    await answerAs('board-whispering');
    await named('Listen').waitFor();
    expect(await named('Whisper').count()).toBe(0);
    await expect
      .poll(() => driver.page.evaluate(() => document.activeElement?.matches('[data-state="oncall"]')))
      .toBe(true);
    expect(await driver.page.getByText('Connecting your phone').count()).toBe(0);
    expect(await tileOf('Hiroshi').getByRole('button').count()).toBe(0);
  });

  test('asks before the console is reloaded or closed, but only during a call', async () => {
    await listen();
    const asks = () =>
      driver.page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    await reportStatus('waiting');
    expect(await asks()).toBe(false);
    for (const lamp of ['oncall', 'held']) {
      await reportStatus(lamp);
      await expect.poll(asks).toBe(true);
    }
    await reportStatus('wrapup');
    await expect.poll(asks).toBe(false);
    await reportStatus('oncall');
    await expect.poll(asks).toBe(true);
    await button('Close your phone').click();
    await button('Leave the call').click();
    await frame().waitFor({ state: 'detached' });
    expect(await asks()).toBe(false);
  });

  test('gives the focus to the page when the tile is gone', async () => {
    await listen();
    await role('link', { name: 'Calls', exact: true }).click();
    await role('heading', { level: 1, name: 'Calls' }).waitFor();
    await button('Close your phone').click();
    await expect.poll(() => driver.page.evaluate(() => document.activeElement?.id)).toBe('page');
  });

  test('can be minimized in a narrow window to a bar that shows its call', async () => {
    await listen(360);
    await reportStatus('oncall');
    await button('Minimize your phone').focus();
    await driver.page.keyboard.press('Enter');
    await hasFocus('Show your phone');
    expect(await button('Show your phone').getAttribute('aria-expanded')).toBe('false');
    expect(await frame().isVisible()).toBe(false);
    await expect.poll(() => ownPhone().getByRole('status').textContent()).toBe('On call');
    await reportStatus('held', true);
    await expect.poll(() => ownPhone().getByRole('status').textContent()).toBe('On hold, muted');
    await reportStatus('waiting');
    await expect.poll(() => ownPhone().getByRole('status').textContent()).toBe('');
    await expectNoOverflow(driver, 360);
    await expectAccessible();

    // The last line of the page isn't under the bar.
    await driver.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const bar = await ownPhone().boundingBox();
    const content = await driver.page.locator('#page-content').boundingBox();
    expect((content?.y ?? 0) + (content?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);

    await driver.page.keyboard.press('Enter');
    await hasFocus('Minimize your phone');
    expect(await frame().isVisible()).toBe(true);
  });

  test('is restored by a ring, and can be minimized again while it rings', async () => {
    await listen(360);
    await reportStatus('waiting');
    await button('Minimize your phone').click();
    await button('Show your phone').waitFor();
    await reportStatus('ringing');
    await button('Minimize your phone').click();
    await button('Show your phone').waitFor();
    await reportStatus('ringing', true);
    expect(await frame().isVisible()).toBe(false);
  });

  test('can’t be minimized beside the page', async () => {
    await listen(1120);
    expect(await button('Minimize your phone').count()).toBe(0);
    await expectAccessible();
  });

  test.each([
    ['Calls', 'calls'],
    ['Leads', 'leads'],
    ['Statuses', 'statuses'],
    ['Agents', 'agents'],
    ['Live board', 'board'],
  ])('leaves the page %s room beside it', async (link, state) => {
    await listen();
    await answerAs(state);
    if (link !== 'Live board') await role('link', { name: link, exact: true }).click();
    await role('heading', { level: 1, name: link }).waitFor();
    for (const width of [620, 1120, 1280, 1500]) await expectNoOverflow(driver, width);
    await expectAccessible();
  });

  test('leaves a table its columns only where they have room', async () => {
    await listen();
    await answerAs('calls');
    await role('link', { name: 'Calls', exact: true }).click();
    const heads = role('columnheader');
    const columnsAt = async (width: number) => {
      await driver.page.setViewportSize({ width, height: 800 });
      await waitForRender();
      return heads.count();
    };
    expect(await columnsAt(1280)).toBeLessThan(await columnsAt(1500));
    const narrow = await columnsAt(1280);
    await button('Close your phone').click();
    await expect.poll(() => heads.count()).toBeGreaterThan(narrow);
  });
});
