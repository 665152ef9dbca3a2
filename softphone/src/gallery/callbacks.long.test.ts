import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { inGallery } from './driver.ts';

let page: Page;
const { open, show, sent, expectSent, requests, button, expectNoOverflow } = inGallery((opened) => {
  page = opened;
});

const picker = () => page.getByRole('region', { name: 'When should the callback be?' });
const choice = (name: string) => picker().getByRole('button', { name });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const focusedText = () => page.evaluate(() => document.activeElement?.textContent);
const isFocused = (element: Locator) => element.evaluate((one) => one === document.activeElement);
/** Wholly in view, and nothing covers it. */
const isShown = (element: Locator) =>
  element.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return [top + 2, (top + bottom) / 2, bottom - 2].every((y) => {
      const hit = document.elementFromPoint((left + right) / 2, y);
      return (
        hit !== null && (one.contains(hit) || hit.contains(one)) && !hit.matches('[data-part="content"]')
      );
    });
  });

describe('a callback', () => {
  test('is set beside the result by its key, for the agent or the team', async () => {
    await open('result', 380, 720);
    await button('Call back…').waitFor();
    await page.keyboard.press('b');
    await choice('Tomorrow morning').waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    await expectNoOverflow();
    // The keys of the results are off while the agent chooses a time.
    await page.keyboard.press('1');
    await picker().getByRole('radio', { name: 'Team' }).check();
    await choice('In 1 hour').click();
    await expect.poll(() => requests('setCallback')).toMatchObject([{ target: 'team' }]);
    await expect.poll(() => picker().count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Call back…');
    expect(await sent()).toEqual([]);
    await page.keyboard.press('1');
    await expectSent({ type: 'resultChosen', result: 'contacted' });
  });

  test('is set for a date and time of the lead’s', async () => {
    await open('result', 380, 720);
    await button('Call back…').click();
    expect(await picker().getByRole('button', { name: 'Set callback' }).isDisabled()).toBe(true);
    const at = `${inDays(5)}T09:30`;
    for (const tried of [`${inDays(-2)}T09:30`, `${inDays(92)}T09:30`, at]) {
      await picker().getByLabel('Date and time').fill(tried);
      await picker().getByRole('button', { name: 'Set callback' }).click();
    }
    await expect.poll(() => requests('setCallback')).toEqual([{ at, target: 'me' }]);
  });

  test.each([
    ['result-callback', 1200, 800],
    ['result-callback', 380, 720],
    ['result-callback', 320, 568],
    ['thankyou', 320, 568],
  ])(
    'in %s at %i × %i always shows its buttons, and an error beside the field',
    async (state, width, height) => {
      await open(state, width, height);
      await page
        .getByRole('button', { name: /^Call ?back/ })
        .first()
        .click();
      const main = page.locator('[data-view]');
      const [set, back, field] = [
        main.getByRole('button', { name: 'Set callback' }),
        main.getByRole('button', { name: 'Back', exact: true }),
        main.getByLabel('Date and time'),
      ];
      await expect.poll(() => isShown(set)).toBe(true);
      expect(await isShown(back)).toBe(true);
      await field.fill(`${inDays(5)}T04:13`);
      await set.click();
      const error = main.getByRole('alert');
      await expect.poll(() => isShown(error)).toBe(true);
      await expect.poll(() => isShown(set)).toBe(true);
      await expect.poll(() => isFocused(field)).toBe(true);
      expect(await isShown(field)).toBe(true);
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      await field.fill(`${inDays(5)}T09:30`);
      await expect.poll(() => error.count()).toBe(0);
      await set.click();
      await expect.poll(() => requests('setCallback')).toHaveLength(2);
      await expect.poll(() => set.count()).toBe(0);
    },
  );

  test('says why a choice is later than it says', async () => {
    await open('result', 380, 720);
    await button('Call back…').click();
    await choice('Tomorrow morning').getByText('It is outside the team’s hours.').waitFor();
  });

  test('that was set shows its time in place of the button, and Escape keeps it', async () => {
    await open('result-callback', 380, 720);
    const row = page.getByRole('button', { name: /^Callback: / });
    const label = (await row.innerText()).split('\n')[0] ?? '';
    await row.click();
    await picker().getByText(label).waitFor();
    await page.keyboard.press('Escape');
    await row.waitFor();
    expect(await requests('setCallback')).toEqual([]);
    await row.click();
    await picker().getByRole('button', { name: 'Cancel callback' }).click();
    await expect.poll(() => requests('cancelCallback')).toHaveLength(1);
  });

  test('is listed in waiting, the next one first, and changed, canceled and called there', async () => {
    await open('waiting-callbacks', 380, 760);
    const list = page.getByRole('region', { name: 'My callbacks' });
    await list.getByText('Olga Line').waitFor();
    await list.getByText('Due now').waitFor();
    expect(await list.getByText('In 12 min').count()).toBe(0);
    await list.getByRole('button', { name: 'All 3' }).click();
    await list.getByText('In 12 min').waitFor();
    await list.getByText('Missed 3 min ago · ').waitFor();
    await list.getByText('Ines Duarte').waitFor();
    await expectNoOverflow();
    await button('Call Olga Line now').click();
    await expectSent({
      type: 'historyLeadClicked',
      fname: 'Olga',
      lname: 'Line',
      phoneNumber: '+14155550161',
    });
    await button('Change callback for Olga Line').click();
    await choice('Cancel callback').click();
    await expect.poll(() => requests('cancelCallback')).toHaveLength(1);
    await expect.poll(() => list.getByText('Olga Line').count()).toBe(0);
    await expect.poll(focusedText).toBe('My callbacks');
    await button('Change callback for Ines Duarte').click();
    await choice('In 15 minutes').click();
    await expect.poll(() => requests('setCallback')).toHaveLength(1);
    await expect.poll(() => isFocused(button('Change callback for Ines Duarte'))).toBe(true);
    await button('Change callback for Ines Duarte').click();
    await picker().getByRole('button', { name: 'Back', exact: true }).click();
    await expect.poll(() => isFocused(button('Change callback for Ines Duarte'))).toBe(true);
    for (const name of ['Bartholomew Maximilian Okonkwo-Lindqvist', 'Ines Duarte']) {
      await button(`Change callback for ${name}`).click();
      await choice('Cancel callback').click();
      await expect.poll(() => button(`Change callback for ${name}`).count()).toBe(0);
    }
    await expect.poll(() => list.count()).toBe(0);
    expect(await isFocused(page.locator('[data-view="waiting"]'))).toBe(true);
  });

  test('is set in History', async () => {
    await open('history-callback', 380, 760);
    const row = page.getByRole('button', { name: /^(Call back…|Callback: .*) \(.+, call of .+\)$/ }).first();
    await row.click();
    await choice('In 1 hour').click();
    await expect.poll(() => requests('setCallback')).toHaveLength(1);
    await expect.poll(() => picker().count()).toBe(0);
    await expect.poll(() => isFocused(row)).toBe(true);
  });

  test.each([380, 1280])(
    'is not offered in History, %i px wide, for a removed lead, and each row shows its result',
    async (width) => {
      await open('history-callback', width, 760);
      const rows = page.locator('[data-panel] tbody tr');
      const action = (row: number) => rows.nth(row).getByRole('button', { name: /^(Call back…|Callback: )/ });
      for (const [row, result] of [
        'Marked as contacted',
        'Marked as removed',
        'Marked as voicemail',
      ].entries())
        await rows
          .nth(row + 1)
          .getByText(result)
          .waitFor();
      expect(
        await rows
          .nth(1)
          .getByRole('button', { name: /^Add result/ })
          .count(),
      ).toBe(0);
      expect([await action(0).count(), await action(2).count()]).toEqual([1, 0]);
      await expectNoOverflow();
    },
  );

  test('is set in the lead pane after the result', async () => {
    await open('thankyou', 1280, 760);
    const pane = page.locator('[data-lead-pane]');
    await pane.getByRole('button', { name: 'Call back…' }).click();
    // Else the view would close by itself.
    await expectSent({ type: 'callNoteStarted' });
    await page.keyboard.press('Enter');
    await expectSent({ type: 'callNoteStarted' });
    await choice('In 1 hour').click();
    await expect.poll(() => requests('setCallback')).toHaveLength(1);
    await show('ringing-lead');
    await pane.getByText('Next call').waitFor();
    expect(await pane.getByRole('button', { name: 'Call back…' }).count()).toBe(0);
  });

  test('set in Call Result is the next call in the lead pane, in the lead’s time and the agent’s', async () => {
    await open('result-callback', 1280, 760);
    const next = page.locator('[data-lead-pane]').getByRole('region', { name: 'Next call' });
    await next.getByText(/^(Today|Tomorrow|Yesterday), /).waitFor();
    expect(await next.getByText('Not scheduled').count()).toBe(0);
    expect(await next.getByRole('button').count()).toBe(0);
  });

  test('that was canceled after the call is no longer the next call', async () => {
    await open('oncall-story-planned', 1280, 760);
    const next = page.getByRole('region', { name: 'Next call' });
    await next.getByText('Change').waitFor();
    // After the call, the server doesn't tell the lead's story.
    await page.evaluate(() => window.gallery.keepQueries('thankyou-planned'));
    await next.getByText('Change').click();
    await picker().getByRole('button', { name: 'Cancel callback' }).click();
    await next.getByText('Call back…').waitFor();
    expect(await next.innerText()).toMatch(/^Next call\s+Not scheduled\s+Call back…$/);
  });

  test('can be set in a call whose start the server learns of late', async () => {
    await open('oncall-joining', 1280, 760);
    await page.locator('[data-lead-pane]').getByRole('button', { name: 'Call back…' }).waitFor();
    expect(await requests('getCallbackOffer')).toHaveLength(3);
  });

  test('is set in a narrow window after the result, without leaving the view', async () => {
    await open('thankyou', 320, 640);
    await button('Call back…').click();
    await expectSent({ type: 'callNoteStarted' });
    await choice('Tomorrow morning').waitFor();
    for (const key of ['Enter', 'n']) await page.keyboard.press(key);
    await expectSent({ type: 'callNoteStarted' });
    await expectNoOverflow();
    await choice('In 1 hour').click();
    await expect.poll(() => requests('setCallback')).toHaveLength(1);
    await expect.poll(() => picker().count()).toBe(0);
    await button('Add Note').click();
    await expectSent({ type: 'callNoteStarted' }, { type: 'addNoteClicked' });
  });

  test('that rings says who set it, and when', async () => {
    await open('ringing-callback', 380, 720);
    await page.getByText('Callback · set by Maria Echeverría-Lindholm on Nov 17').waitFor();
    await expectNoOverflow();
  });
});
