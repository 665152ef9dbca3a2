import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { inGallery } from './driver.ts';

let page: Page;
const { open, show, sent, expectSent, setReactions, requests, fresh } = inGallery((opened) => {
  page = opened;
});

const palette = () => page.getByRole('dialog', { name: 'Search and commands' });
const field = () => page.getByRole('combobox', { name: 'Search and commands' });
const highlighted = () =>
  field().evaluate(
    (input) =>
      document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.querySelector('bdi')
        ?.textContent,
  );
const leadsListed = () => page.getByRole('group', { name: 'Leads' }).getByRole('option').allTextContents();
async function openPalette(state: string, width?: number, height?: number): Promise<void> {
  await open(state, width, height);
  await page.evaluate(() => localStorage.clear());
  await page.keyboard.press('Control+k');
  await palette().waitFor();
}

describe('the command palette', () => {
  test('finds a command by its beginning, and Enter sends what its button sends', async () => {
    await openPalette('waiting');
    await page.keyboard.type('hist');
    await expect.poll(highlighted).toBe('Call History');
    expect(await sent()).toEqual([]);
    await page.keyboard.press('Enter');
    await palette().waitFor({ state: 'detached' });
    await expectSent({ type: 'navClicked', item: 'history' });
  });

  test('is walked with the arrow keys, around both ends', async () => {
    await openPalette('waiting');
    await expect.poll(highlighted).toBe('New Call');
    await page.keyboard.press('ArrowDown');
    await expect.poll(highlighted).toBe('Call History');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(highlighted).toBe('Keyboard shortcuts');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });

  test('lists the last command first the next time', async () => {
    await openPalette('waiting');
    await page.keyboard.type('settings');
    await expect.poll(highlighted).toBe('Settings');
    await page.keyboard.press('Enter');
    await palette().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await expect.poll(highlighted).toBe('Settings');
    await expect.poll(() => page.getByRole('group', { name: 'Recent' }).count()).toBe(1);
  });

  test('finds a lead of the agent, and fills New Call without calling', async () => {
    await openPalette('waiting');
    await page.keyboard.type('Chiamaka');
    await expect.poll(highlighted).toBe('Chiamaka Eze');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await sent()).map(({ type }) => type)).toEqual(['historyLeadClicked']);
  });

  test('finds leads of the team after the agent’s own, by name and by number', async () => {
    await openPalette('waiting');
    await page.keyboard.type('Chia');
    await expect.poll(highlighted).toBe('Chiamaka Eze');
    await expect
      .poll(leadsListed)
      .toEqual([
        'Chiamaka Eze(510) 555-0118 ext. 2018 · New Call',
        'Chiara Lombardi(510) 555-0112 · New Call',
      ]);
    await field().fill('0138');
    await expect.poll(leadsListed).toEqual(['Paul Adeyemi(628) 555-0138 · New Call']);
    await page.keyboard.press('Enter');
    await expectSent({
      type: 'historyLeadClicked',
      fname: 'Paul',
      lname: 'Adeyemi',
      phoneNumber: '+16285550138',
    });
    expect(await requests('findLeads')).toEqual([
      { search: 'Chia', limit: 8 },
      { search: '0138', limit: 8 },
    ]);
  });

  test('says which leads must not be called', async () => {
    await openPalette('waiting');
    await page.keyboard.type('paul b');
    await expect.poll(leadsListed).toEqual(['Paul Brandt(628) 555-0139 · Must not be called']);
  });

  test('says that results are missing if the search failed, and still finds the agent’s own leads', async () => {
    await openPalette('waiting-search-failed');
    const problem = palette().getByText('Some results are missing, because the search failed. Try again.');
    await page.keyboard.type('Chia');
    await expect.poll(leadsListed).toEqual(['Chiamaka Eze(510) 555-0118 ext. 2018 · New Call']);
    await expect.poll(() => problem.count()).toBe(2);
    expect(await palette().locator('[aria-live]').textContent()).toBe(
      '1 result Some results are missing, because the search failed. Try again.',
    );
    await field().fill('Chiara');
    await expect.poll(() => palette().getByRole('option').count()).toBe(0);
    await expect.poll(() => problem.count()).toBe(2);
    expect(await palette().getByText('Nothing found.').count()).toBe(0);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await field().fill('');
    await expect.poll(() => problem.count()).toBe(0);
  });

  test('asks a server without a search of leads once, and finds the agent’s own leads', async () => {
    // Its page remembers that.
    const older = await fresh();
    await older.open('waiting-search-absent');
    await older.page.keyboard.press('Control+k');
    const text = older.page.getByRole('combobox', { name: 'Search and commands' });
    const leads = older.page.getByRole('group', { name: 'Leads' }).getByRole('option');
    await text.fill('Chia');
    await expect.poll(() => leads.count()).toBe(1);
    await text.fill('Chiam');
    await expect.poll(() => older.requests('getHistory')).toHaveLength(2);
    await expect.poll(() => leads.count()).toBe(1);
    expect(await older.page.getByText('Some results').count()).toBe(0);
    expect(await older.requests('findLeads')).toHaveLength(1);
    await older.page.context().close();
  });

  test('doesn’t search for leads during a call', async () => {
    await openPalette('oncall');
    await page.keyboard.type('Amara');
    await expect.poll(highlighted).toContain('Amara');
    expect(await requests('findLeads')).toEqual([]);
  });

  test('finds a colleague during a call, and opens Transfer with the name, without transferring', async () => {
    await openPalette('oncall');
    await page.keyboard.type('Amara');
    await expect.poll(highlighted).toContain('Amara');
    await setReactions({ onCallPanelClicked: 'oncall-transfer' });
    const name = await highlighted();
    await page.keyboard.press('Enter');
    await expectSent({ type: 'onCallPanelClicked', panel: 'transfer' });
    await expect.poll(() => page.getByPlaceholder('Search').inputValue()).toBe(name);
    await expect
      .poll(() => requests('getAgents'))
      .toContainEqual(expect.objectContaining({ search: name, page: 1 }));
  });

  test('finds colleagues in every status, the available ones first, with a panel that lists them', async () => {
    await openPalette('oncall');
    await field().fill('er');
    const people = page.getByRole('group', { name: 'Colleagues' }).getByRole('option');
    await expect
      .poll(() => people.allTextContents())
      .toEqual([
        'Camille Desrosiers-ThibodeauxAvailable · Transfer',
        'Benedikt SchwarzenbergerOn Call · Transfer',
        'Marisol Etxeberria Quintana de la Fuente y MendozaBreak · Transfer',
        'Tobias FeatherstonehaughCoaching with the team lead · Transfer',
        'Wolfeschlegelsteinhausenbergerdorff HubertOn Call · Transfer',
      ]);
    expect(await requests('getAgents')).toEqual([{ search: 'er', status: 'all' }]);
    await setReactions({ onCallPanelClicked: 'oncall-transfer' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectSent({ type: 'onCallPanelClicked', panel: 'transfer' });
    await expect
      .poll(() => requests('getAgents'))
      .toContainEqual({ page: 1, status: 'oncall', search: 'Benedikt Schwarzenberger' });
  });

  test('finds teams in a call, and opens Transfer with the teams', async () => {
    await openPalette('oncall');
    await expect(field().getAttribute('placeholder')).resolves.toBe('Colleague, team or command');
    await field().fill('north');
    const found = page.getByRole('group', { name: 'Teams' }).getByRole('option');
    await expect
      .poll(() => found.allTextContents())
      .toEqual(['Support for customers of the northern regionUnavailable · Transfer']);
    await setReactions({ onCallPanelClicked: 'oncall-transfer' });
    await page.keyboard.press('Enter');
    await expectSent({ type: 'onCallPanelClicked', panel: 'transfer' });
    await page.getByRole('list', { name: 'Teams' }).waitFor();
  });

  test('finds colleagues while waiting for those with the Conference panel', async () => {
    await openPalette('waiting-supervisor');
    await expect(field().getAttribute('placeholder')).resolves.toBe('Colleague, lead or command');
    await field().fill('Benedikt');
    await expect.poll(highlighted).toBe('Benedikt Schwarzenberger');
    await setReactions({ navClicked: 'conference' });
    await page.keyboard.press('Enter');
    await expectSent({ type: 'navClicked', item: 'conference' });
    await expect.poll(() => page.getByPlaceholder('Search').inputValue()).toBe('Benedikt Schwarzenberger');
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('oncall');
  });

  test.each([
    ['waiting', 'Lead or command'],
    ['oncall-consult', 'Command'],
  ])('promises in %s only what it finds: %s', async (state, promised) => {
    await openPalette(state);
    await expect(field().getAttribute('placeholder')).resolves.toBe(promised);
    await field().fill('Benedikt');
    await palette().getByText('Nothing found.').first().waitFor();
    expect(await requests('getAgents')).toEqual([]);
  });

  test.each([
    ['oncall-consult', 'Complete', { type: 'consultEndClicked', how: 'complete' }],
    ['oncall-consult', 'Conference', { type: 'consultEndClicked', how: 'conference' }],
    ['oncall-consult', 'Back', { type: 'consultEndClicked', how: 'back' }],
    ['oncall-consult-left', 'Done', { type: 'consultEndClicked', how: 'back' }],
    ['oncall-recording', 'Pause recording', { type: 'recordingClicked' }],
    ['oncall-recording-paused', 'Resume recording', { type: 'recordingClicked' }],
  ])('sends in %s for %s what its button sends', async (state, command, click) => {
    await openPalette(state);
    const key = await page.getByRole('option', { name: command }).getAttribute('aria-keyshortcuts');
    await field().fill(command);
    await expect.poll(highlighted).toBe(command);
    await page.keyboard.press('Enter');
    await expectSent(click);
    await page.locator(`button[aria-keyshortcuts="${key}"]`).click();
    await expectSent(click, click);
  });

  test('keeps the highlighted command when another appears above it', async () => {
    await openPalette('waiting');
    await page.keyboard.press('ArrowDown');
    await expect.poll(highlighted).toBe('Call History');
    await show('waiting-supervisor');
    await palette().getByText('Conference', { exact: true }).waitFor();
    expect(await highlighted()).toBe('Call History');
  });

  test('searches the open panel for a colleague who was found', async () => {
    await openPalette('oncall-transfer');
    await page.keyboard.type('Amara');
    await expect.poll(highlighted).toContain('Amara');
    const name = await highlighted();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByPlaceholder('Search').inputValue()).toBe(name);
    await expectSent();
  });

  test('keeps letters from the call behind while it loads, and Escape closes it', async () => {
    const slow = await fresh();
    let load = () => {};
    const loaded = new Promise<void>((done) => {
      load = done;
    });
    await slow.page.route(/palette-[\w-]{8}\.js$/, async (route) => {
      await loaded;
      await route.continue();
    });
    await slow.open('oncall');
    await slow.page.keyboard.press('Control+k');
    for (const key of ['e', 'm', 'Escape']) await slow.page.keyboard.press(key);
    await slow.expectSent();
    await slow.page.keyboard.press('m');
    await slow.expectSent({ type: 'muteClicked' });
    load();
    await slow.page.keyboard.press('Control+k');
    await slow.page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
    await slow.page.context().close();
  });

  test("that can't be loaded says so, and the call goes on", async () => {
    const failing = await fresh();
    await failing.page.route(/palette-[\w-]{8}\.js$/, (route) => route.abort());
    await failing.open('oncall');
    await failing.page.keyboard.press('Control+k');
    await failing.page.getByText('Something went wrong. Please try again.').waitFor();
    await failing.page.keyboard.press('Escape');
    await failing.page.keyboard.press('m');
    await failing.expectSent({ type: 'muteClicked' });
    await failing.page.context().close();
  });

  test('keeps letters from the call behind, even if its text field has lost the focus', async () => {
    await openPalette('oncall');
    await palette()
      .getByText('Recent', { exact: true })
      .or(palette().locator('[role="group"] > p'))
      .first()
      .click();
    for (const key of ['m', 'e', 'h', 'p']) await page.keyboard.press(key);
    await page.keyboard.press('Tab');
    await page.keyboard.press('e');
    await expectSent();
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
  });

  test('closes with Escape, which ignores no call and closes no panel, and returns the focus', async () => {
    await open('history');
    await page.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Control+k');
    await palette().waitFor();
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
    await expectSent();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Close');
  });

  test('closes when a call rings, for good, and the next Enter doesn’t answer the call', async () => {
    await openPalette('waiting');
    await page.keyboard.type('hi');
    // In the page, because a slow machine could press Enter only after the time in which keys are ignored.
    await page.evaluate(async () => {
      window.gallery.show('ringing-lead');
      while (document.querySelector('dialog[open]')) await new Promise((done) => setTimeout(done));
      const press = (key: string) =>
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
        );
      press('Enter');
      press('Escape');
    });
    expect((await sent()).filter(({ type }) => type === 'acceptClicked')).toEqual([]);
    await show('waiting');
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    expect(await palette().count()).toBe(0);
  });

  test.each(['ringing-lead', 'result', 'note', 'thankyou', 'tags', 'waiting-alert'])(
    "doesn't open in %s, which mustn't be left",
    async (state) => {
      await open(state);
      await page.keyboard.press('Control+k');
      await page.evaluate(() => new Promise((done) => setTimeout(done)));
      expect(await palette().count()).toBe(0);
    },
  );

  test('opens from the avatar’s menu', async () => {
    await open('waiting');
    await page.getByRole('button', { name: /^Priya/ }).click();
    await page.getByRole('button', { name: 'Search and commands' }).click();
    await palette().waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')))
      .toBe('combobox');
  });

  test.each([
    ['light', 380, 720],
    ['dark', 1280, 760],
    ['light', 320, 256],
  ] as const)(
    'has no axe violations and no overflow in the %s theme at %i × %i',
    async (theme, width, height) => {
      await page.emulateMedia({ colorScheme: theme });
      await openPalette('waiting-status', width, height);
      await page.keyboard.type('s');
      await expect.poll(highlighted).toBe('Settings');
      expect(await findAccessibilityViolations(page)).toEqual([]);
      const box = await palette().boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
      await page.emulateMedia({ colorScheme: 'light' });
    },
  );
});
