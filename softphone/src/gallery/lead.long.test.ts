import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { inGallery } from './driver.ts';

let page: Page;
const { open, show, sent, expectSent, requests, button, expectNoOverflow, fresh } = inGallery((opened) => {
  page = opened;
});

const pane = () => page.locator('[data-lead-pane]');
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const note = () => page.getByRole('textbox', { name: 'Note', exact: true });
const radio = (name: string) => page.getByRole('radio', { name, exact: true });
const isFocusInPane = () => page.evaluate(() => document.activeElement?.closest('[data-lead-pane]') !== null);

describe('the lead beside the phone', () => {
  const openWide = (state: string, width = 1280) => open(state, width, 760);

  test('shows with the ring, before Accept, without taking the focus', async () => {
    await openWide('ringing-lead');
    await pane().getByText('Owns the building.').first().waitFor();
    await pane().getByText('3rd call', { exact: true }).waitFor();
    expect(await isFocusInPane()).toBe(false);
    expect(await requests('getLeadStory')).toHaveLength(1);
    await page.keyboard.press('Enter');
    await expectSent({ type: 'acceptClicked' });
  });

  test('stays until the last view of the call, and asks the server once', async () => {
    await openWide('ringing-lead');
    for (const state of ['oncall', 'result', 'tags', 'sms', 'thankyou', 'note']) {
      await page.evaluate((name) => window.gallery.keepQueries(name), state);
      await pane().getByText('Voicemail', { exact: true }).waitFor();
    }
    expect(await requests('getLeadStory')).toHaveLength(1);
    await show('waiting');
    await expect.poll(() => pane().count()).toBe(0);
  });

  test('gives its place to an open panel, and keeps its tab', async () => {
    await openWide('oncall');
    await tab('Script').click();
    await page.evaluate(() => window.gallery.keepQueries('oncall-transfer'));
    await page.locator('[data-panel]').waitFor();
    expect(await pane().isVisible()).toBe(false);
    await page.evaluate(() => window.gallery.keepQueries('oncall'));
    await pane().waitFor();
    expect(await tab('Script').getAttribute('aria-selected')).toBe('true');
  });

  test('never moves the phone, its strip or its tabs when the lead answers', async () => {
    await openWide('ringing-lead');
    const places = async () => [await tab('Activity').boundingBox(), await button('HubSpot').count()];
    await tab('Activity').waitFor();
    const before = await places();
    await page.evaluate(() => window.gallery.keepQueries('oncall'));
    await note().waitFor();
    expect(await places()).toEqual(before);
  });

  test('has tabs with one stop, Left and Right', async () => {
    await openWide('oncall');
    await tab('Activity').focus();
    await page.keyboard.press('ArrowRight');
    expect(await tab('Script').evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await tab('Activity').getAttribute('tabindex')).toBe('-1');
    await page.keyboard.press('ArrowLeft');
    expect(await tab('Activity').getAttribute('aria-selected')).toBe('true');
  });

  test('moves the script’s current step with Down and Up, or by a click', async () => {
    await openWide('oncall');
    await tab('Script').click();
    const current = () => page.locator('[aria-current="step"]').innerText();
    expect(await current()).toContain('Open');
    // From the tab, Down goes to the current step.
    await page.keyboard.press('ArrowDown');
    const hasFocus = page.locator('[aria-current="step"]').evaluate((one) => one === document.activeElement);
    expect(await hasFocus).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await current()).toContain('Qualify');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await current()).toContain('Open');
    await page.getByRole('button', { name: /If they ask about price/ }).click();
    expect(await current()).toContain('If they ask about price');
  });

  test('fills the script with the lead’s data, and shows HTML as text', async () => {
    await openWide('oncall');
    await tab('Script').click();
    await pane().getByText('“Hi Bartholomew, this is Priya Venkataraman from Brightline.').waitFor();
    expect(await pane().getByRole('link', { name: 'calendar' }).getAttribute('rel')).toBe('noreferrer');
  });

  test('plays one recording at a time, and none from the next ring on', async () => {
    await openWide('oncall');
    await pane().getByRole('button', { name: 'Play 0:42' }).click();
    await pane().getByRole('button', { name: 'Pause 0:42' }).waitFor();
    await pane().getByRole('button', { name: 'Play 6:18' }).click();
    await pane().getByRole('button', { name: 'Play 0:42' }).waitFor();
    expect(await pane().getByRole('slider').count()).toBe(1);
    await page.evaluate(() => window.gallery.keepQueries('ringing-lead'));
    await pane().getByRole('button', { name: 'Play 6:18' }).waitFor();
    const playing = () =>
      page.evaluate(() => [...document.querySelectorAll('audio')].filter((one) => !one.paused).length);
    expect(await playing()).toBe(0);
  });

  test.each([
    ['a panel covers it', 'oncall', 'oncall-transfer'],
    ['the lead answers', 'oncall-ringing', 'oncall'],
  ])('stops its recording when %s', async (_, before, next) => {
    await openWide(before);
    await pane().getByRole('button', { name: 'Play 0:42' }).click();
    await pane().getByRole('button', { name: 'Pause 0:42' }).waitFor();
    await page.evaluate((name) => window.gallery.keepQueries(name), next);
    await expect
      .poll(() =>
        page.evaluate(() => [...document.querySelectorAll('audio')].filter((one) => !one.paused).length),
      )
      .toBe(0);
  });

  test('shows the whole note on request', async () => {
    await openWide('oncall');
    await pane().getByRole('button', { name: 'Show all' }).click();
    await pane().getByRole('button', { name: 'Show less' }).waitFor();
  });

  test('says that a lead has no calls, notes and script', async () => {
    await openWide('ringing-story-empty');
    await pane().getByText('No notes yet.').waitFor();
    await pane().getByText('1st call', { exact: true }).waitFor();
    expect(await tab('Script').count()).toBe(0);
  });

  test('shows the number and the earlier calls of an unknown caller with the ring', async () => {
    await openWide('ringing-story-caller');
    await pane().getByRole('heading', { name: 'Unknown caller' }).waitFor();
    await pane().getByText('(415) 555-0100', { exact: true }).waitFor();
    await pane().getByText('Missed', { exact: true }).waitFor();
    await pane().getByText('Ann Reyes. Wants a quote for a flat roof.').waitFor();
    // The card shows what a call without a lead shows.
    expect(await page.locator('[data-part="content"]').getByText('555-0100').count()).toBe(0);
  });

  test('offers to try again after an error', async () => {
    await openWide('oncall-story-failed');
    await pane().getByRole('alert').waitFor();
    await pane().getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => requests('getLeadStory')).toHaveLength(2);
  });

  test('is absent with a server that doesn’t know it', async () => {
    await openWide('oncall-story-absent');
    await expect.poll(() => requests('getLeadStory')).toHaveLength(1);
    await expect.poll(() => pane().count()).toBe(0);
    await page.keyboard.press('n');
    await expectSent();
  });

  test.each([820, 1119, 1120])('fits into a window of %i px', async (width) => {
    await openWide('oncall-story-noted', width);
    await tab('Script').click();
    await expectNoOverflow();
  });
});

describe('the note during a call', () => {
  beforeEach(() => open('oncall', 1280, 760));

  test('gets the focus by N and loses it by Escape, which does nothing else', async () => {
    await note().waitFor();
    await page.keyboard.press('n');
    expect(await note().evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await note().inputValue()).toBe('');
    await page.keyboard.press('Escape');
    expect(await note().evaluate((one) => one === document.activeElement)).toBe(false);
    await expectSent();
  });

  test('takes letters, digits and Enter as text', async () => {
    await note().fill('Roof');
    await note().press('End');
    await page.keyboard.type(' m4');
    await page.keyboard.press('Enter');
    expect(await note().inputValue()).toBe('Roof m4\n');
    expect((await sent()).map(({ type }) => type)).toEqual(Array(5).fill('callNoteTyped'));
    expect((await sent()).at(-1)).toMatchObject({ callId: expect.any(Number), text: 'Roof m4\n' });
  });

  test('keeps the focus when the call ends, and Thank you open', async () => {
    await note().focus();
    await page.evaluate(() => window.gallery.keepQueries('thankyou-nolead'));
    await button('Done').waitFor();
    await expectSent({ type: 'callNoteStarted' });
    expect(await note().evaluate((one) => one === document.activeElement)).toBe(true);
    await open('thankyou-nolead', 1280, 760);
    await note().waitFor();
    await expectSent();
    await note().focus();
    await expectSent({ type: 'callNoteStarted' });
  });

  test('shows what is stored as saved', async () => {
    await open('oncall-story-noted', 1280, 760);
    await page.getByRole('status').getByText('Saved').waitFor();
    await note().press('x');
    await expect.poll(() => page.getByRole('status').getByText('Saved').count()).toBe(0);
  });
});

describe('the lead in a narrow window', () => {
  test('is a tab, and Hold moves into the status bar', async () => {
    await open('oncall');
    await radio('Lead').check();
    await page.getByText('Owns the building.').first().waitFor();
    expect(await page.locator('[data-tile]').first().isVisible()).toBe(false);
    await button('Hold').click();
    await expectSent({ type: 'holdClicked' });
    for (const name of ['Mute', 'Hang Up']) expect(await button(name).isVisible()).toBe(true);
    await page.keyboard.press('t');
    await expect.poll(sent).toContainEqual({ type: 'onCallPanelClicked', panel: 'transfer' });
  });

  test('keeps the scroll position of each tab', async () => {
    await open('oncall');
    await radio('Lead').check();
    const stage = page.locator('[data-part="content"]');
    await page.getByText('1st call', { exact: true }).first().waitFor();
    await stage.evaluate((one) => one.scrollTo(0, 300));
    await radio('Script').check();
    await page.getByText('Solar, second call').waitFor();
    await expect.poll(() => stage.evaluate((one) => one.scrollTop)).toBeLessThan(300);
    await radio('Lead').check();
    await expect.poll(() => stage.evaluate((one) => one.scrollTop)).toBe(300);
  });

  test('has its note focused by N, from every tab', async () => {
    await open('oncall');
    await radio('Script').check();
    await page.getByText('Solar, second call').waitFor();
    await page.keyboard.press('n');
    await note().waitFor();
    await expect.poll(() => note().evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await note().inputValue()).toBe('');
  });

  test('has a note whose rest does not act as shortcuts, if the end of the call cuts it off', async () => {
    const cut = await fresh();
    const { clock, keyboard } = cut.page;
    const sent = () => cut.sent().then((clicks) => clicks.map(({ type }) => type));
    await clock.install();
    await cut.open('oncall');
    await cut.page.getByRole('radio', { name: 'Lead', exact: true }).check();
    await cut.page.getByRole('textbox', { name: 'Note', exact: true }).press('x');
    await clock.pauseAt((await cut.page.evaluate(() => Date.now())) + 60_000);
    await cut.page.evaluate(() => window.gallery.keepQueries('thankyou-unprompted'));
    await cut.button('Done').waitFor();
    for (const key of ['n', 'Enter', 'n']) {
      await clock.runFor(600);
      await keyboard.press(key);
    }
    expect(await sent()).toEqual(['callNoteTyped']);
    await clock.runFor(700);
    await keyboard.press('n');
    expect(await sent()).toEqual(['callNoteTyped', 'addNoteClicked']);
    await cut.page.close();
  });

  test('shows the last note under the company while it rings', async () => {
    await open('ringing-lead');
    await page.getByText('Last note').waitFor();
    expect(await radio('Lead').count()).toBe(0);
  });

  test("shows the number of a caller who isn't a lead while it rings", async () => {
    await open('ringing-story-caller', 380, 700);
    await page.getByText('(415) 555-0100', { exact: true }).waitFor();
  });

  test('leaves N alone while a panel covers it', async () => {
    for (const width of [380, 1280]) {
      await open('oncall', width, 760);
      await (width === 380 ? radio('Lead') : tab('Script')).waitFor();
      await page.evaluate(() => window.gallery.keepQueries('oncall-keypad'));
      await page.locator('[data-panel]').waitFor();
      await page.keyboard.press('n');
      await page.evaluate(() => window.gallery.keepQueries('oncall'));
      await page.locator('[data-panel]').waitFor({ state: 'detached' });
      if (width === 380) expect(await radio('Call').isChecked()).toBe(true);
      else await note().waitFor();
      expect(await page.evaluate(() => document.activeElement?.matches('textarea'))).toBe(false);
    }
  });

  test('can be noted even if it couldn’t be loaded', async () => {
    await open('oncall-story-failed');
    await radio('Lead').waitFor();
    expect(await radio('Script').count()).toBe(0);
    await page.keyboard.press('n');
    await expect.poll(() => note().evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type('x');
    const before = (await requests('getLeadStory')).length;
    await button('Try again').click();
    await expect.poll(() => requests('getLeadStory')).toHaveLength(before + 1);
    await button('Try again').waitFor();
    expect(await note().inputValue()).toBe('x');
  });

  test('has no tabs with a server that doesn’t know it', async () => {
    await open('oncall-story-absent');
    await expect.poll(() => requests('getLeadStory')).toHaveLength(1);
    expect(await radio('Lead').count()).toBe(0);
    expect(await button('Hold').isVisible()).toBe(true);
  });
});
