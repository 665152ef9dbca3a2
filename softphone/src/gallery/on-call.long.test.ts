import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { roundRobin } from '../../../design/tests/spread.mjs';
import { type Driver, inGallery } from './driver.ts';
import { testCallVisible } from './every-state.ts';

let page: Page;
const { open, show, sent, expectSent, requests, setReactions, button, fresh, driver } = inGallery(
  (opened) => {
    page = opened;
  },
);
afterEach(() => page.emulateMedia({ reducedMotion: 'reduce' }));

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const focused = (text: string) =>
  page.waitForFunction((wanted) => document.activeElement?.textContent?.includes(wanted), text);

describe('a supervisor in the phone that the console shows', () => {
  test.each([
    ['oncall-listen', 'No one can hear you.'],
    ['oncall-whisper', 'Only the agent can hear you.'],
    ['oncall-barge', 'Everyone can hear you.'],
  ])('sees in a small window who hears them, and the lead: %s', async (state, hint) => {
    // A window of 320 × 568 without the head of the frame.
    await open(state, 320, 524);
    const shown = [
      page.locator('[data-part="hearing"]', { hasText: hint }),
      page.locator('[data-part="agent"]', { hasText: 'Agent: Bartholomew' }),
      page.getByRole('heading', { level: 2, name: 'Bartholomew Okonkwo-Lindqvist' }),
    ];
    for (const text of shown)
      expect(
        await text.evaluate((element) => {
          const { left, top, height } = element.getBoundingClientRect();
          // The lead's name may be longer than a line.
          return [top + 4, top + Math.min(height, 26) - 4].every((y) =>
            element.contains(document.elementFromPoint(left + 4, y)),
          );
        }),
        String(text),
      ).toBe(true);
  });
});

describe('the tiles', () => {
  test.each([
    ['oncall', 'h', { type: 'holdClicked' }],
    ['oncall-held', 'h', { type: 'holdClicked' }],
    ['oncall-recording', 'r', { type: 'recordingClicked' }],
    ['oncall-recording-paused', 'r', { type: 'recordingClicked' }],
    ['oncall', 't', { type: 'onCallPanelClicked', panel: 'transfer' }],
    ['oncall', 'k', { type: 'onCallPanelClicked', panel: 'keypad' }],
    ['oncall-nolead', 'a', { type: 'onCallPanelClicked', panel: 'addLead' }],
    ['oncall-barge', 'c', { type: 'onCallPanelClicked', panel: 'conference' }],
    ['oncall-keypad', 'k', { type: 'panelClosed' }],
    ['oncall-conference', 't', { type: 'panelClosed' }],
    ['oncall-transfer', 'Escape', { type: 'panelClosed' }],
    ['oncall-transfer', 'm', { type: 'muteClicked' }],
  ])('in %s, the key %s acts', async (state, key, event) => {
    await open(state);
    await page.keyboard.press(key);
    await expectSent(event);
  });

  test.each([
    ['oncall', 'a', 'a call with a lead has no Add Lead'],
    ['oncall', 'c', 'only supervisors have Conference'],
    ['oncall', '5', 'digits need an open keypad'],
    ['oncall-dialing', 'h', "a ringing lead can't be held"],
    ['oncall-dialing', 't', "a ringing lead can't be transferred"],
    ['oncall', 'r', "a call that isn't recorded has no pause"],
    ['oncall-recording-pausing', 'r', 'a pause is asked for once'],
    ['oncall-listen', 'h', "a listener can't hold the call"],
    ['oncall-whisper', 'k', "a whisperer can't send digits"],
  ])('in %s, the key %s does nothing: %s', async (state, key) => {
    await open(state);
    await page.keyboard.press(key);
    await expectSent();
  });

  test.each([
    ['oncall', ['Hold', 'Transfer', 'Keypad']],
    ['oncall-held', ['Resume', 'Transfer', 'Keypad']],
    ['oncall-nolead', ['Hold', 'Transfer', 'Add Lead', 'Keypad']],
    ['oncall-parkable', ['Hold', 'Transfer', 'Keypad', 'Park']],
    ['oncall-parkable-nolead', ['Hold', 'Transfer', 'Add Lead', 'Keypad', 'Park']],
    ['oncall-parkable-keypad', ['Hold', 'Transfer', 'Keypad']],
    ['oncall-listen', []],
    ['oncall-whisper', []],
    ['oncall-barge', ['Hold', 'Transfer', 'Keypad']],
  ])('%s has %s, then Mute and Hang Up', async (state, names) => {
    await open(state);
    const buttons = page.locator('[data-view] button');
    const shown = await buttons.evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label') ?? (one as HTMLElement).innerText),
    );
    expect(shown.map((text) => text.split('\n')[0])).toEqual([...names, 'Mute', 'Hang Up']);
    for (const name of names) await expect.poll(() => button(name).isEnabled()).toBe(true);
  });

  test('a finger that is down while a consultation replaces the tiles presses none of the new ones', async () => {
    const { open, show, button, expectSent, page } = await fresh({ hasTouch: true });
    await open('oncall');
    const box = (await button('Hold').boundingBox()) ?? expect.fail('Hold has no place.');
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const touch = await page.context().newCDPSession(page);
    const lift = () => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const press = () => touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await press();
    await show('oncall-consult');
    await button('Complete').waitFor();
    await lift();
    await expectSent();
    await button('Complete').tap();
    await expectSent({ type: 'consultEndClicked', how: 'complete' });
    await page.close();
  });

  test.each([
    ['oncall-parkable', ['oncall-parkable-dialing', 'oncall-parkable-ringing'], 390, 844],
    ['oncall-parkable', ['oncall-parkable-dialing', 'oncall-parkable-ringing'], 1280, 760],
    ['oncall-parkable-nolead', ['oncall-parkable-nolead-ringing'], 390, 844],
  ])(
    'and the buttons below stay where they are when the lead answers: %s',
    async (answered, before, ...size) => {
      const places = () =>
        page.locator('[data-view] button').evaluateAll((all) =>
          Object.fromEntries(
            all.map((one) => {
              const { left, top, width, height } = one.getBoundingClientRect();
              const label = one.getAttribute('aria-label') ?? (one as HTMLElement).innerText.split('\n')[0];
              return [label, [left, top, width, height]];
            }),
          ),
        );
      await open(answered, ...size);
      await button('Park').waitFor();
      const expected = await places();
      for (const state of before) {
        await show(state);
        await expect.poll(() => button('Park').isDisabled()).toBe(true);
        expect([state, await places()]).toEqual([state, expected]);
      }
    },
  );

  test('while dialing, only Mute and Hang Up are enabled', async () => {
    await open('oncall-dialing');
    for (const name of ['Hold', 'Transfer', 'Keypad'])
      await expect.poll(() => button(name).isDisabled()).toBe(true);
    for (const name of ['Mute', 'Hang Up']) await expect.poll(() => button(name).isEnabled()).toBe(true);
  });

  test.each([
    ['oncall-transfer', 'Transfer'],
    ['oncall-conference', 'Transfer'],
    ['oncall-keypad', 'Keypad'],
    ['oncall-addlead', 'Add Lead'],
  ])('beside the phone, %s marks its tile %s as open, and a click closes it', async (state, tile) => {
    await open(state, 1280, 760);
    await expect.poll(() => button(tile).getAttribute('aria-expanded')).toBe('true');
    await button(tile).click();
    await expectSent({ type: 'panelClosed' });
  });
});

describe('a panel', () => {
  test.each([
    ['oncall', 'Transfer', 'oncall-transfer'],
    ['oncall', 'Keypad', 'oncall-keypad'],
  ])('from %s, %s takes the focus and returns it to its tile', async (from, tile, to) => {
    await open(from);
    await setReactions({ onCallPanelClicked: to, panelClosed: from });
    await button(tile).click();
    await page.waitForFunction(
      (title) => document.activeElement?.matches('h2') && document.activeElement.textContent === title,
      tile,
    );
    await button('Close').click();
    await focused(tile);
  });

  test('that switched to the conference returns the focus to the Transfer tile', async () => {
    await open('oncall-transfer-supervisor');
    await setReactions({ onCallPanelClicked: 'oncall-conference', panelClosed: 'oncall-barge' });
    await page.getByRole('radio', { name: 'Conference' }).check({ force: true });
    await page.getByRole('heading', { name: 'Conference' }).waitFor();
    await page.keyboard.press('Escape');
    await focused('Transfer');
  });

  test.each(['oncall-transfer', 'oncall-conference', 'oncall-keypad', 'oncall-addlead'])(
    'in a narrow window, %s shrinks the status bar and moves neither Mute nor Hang Up',
    async (state) => {
      await open('oncall');
      const before = [await button('Mute').boundingBox(), await button('Hang Up').boundingBox()];
      await show(state);
      expect([await button('Mute').boundingBox(), await button('Hang Up').boundingBox()]).toEqual(before);
      const panel = await page.locator('[data-panel]').boundingBox();
      expect(panel?.y).toBe(52 + 56);
      await expect.poll(() => page.getByRole('timer').isVisible()).toBe(true);
      // Elements covered by the panel aren't focusable.
      await expect.poll(() => page.getByRole('region', { name: 'Lead', exact: true }).count()).toBe(0);
    },
  );

  test.each(['oncall-transfer', 'oncall-keypad', 'oncall-addlead'])(
    "beside the phone, %s doesn't move the phone",
    async (state) => {
      await open('oncall-nolead', 1280, 760);
      const places = async () =>
        Promise.all(['Hold', 'Keypad', 'Mute', 'Hang Up'].map((name) => button(name).boundingBox()));
      const [hold, ...rest] = await places();
      await show(state);
      const [holdAfter, ...restAfter] = await places();
      expect(holdAfter?.y).toBe(hold?.y);
      expect(restAfter.slice(1)).toEqual(rest.slice(1));
    },
  );

  test.each([
    ['no-preference', 'openBeside'],
    ['reduce', 'fade'],
  ] as const)(
    'beside the phone, with the motion preference %s, opens with %s',
    async (reducedMotion, animation) => {
      await page.emulateMedia({ reducedMotion });
      await open('oncall-transfer', 1280, 760);
      const name = await page
        .locator('[data-panel]')
        .evaluate((panel) => getComputedStyle(panel).animationName);
      expect(name).toContain(animation);
    },
  );

  test('shows an error only once', async () => {
    await open('oncall-transfer-error', 1280, 760);
    await page.getByRole('alert').first().waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
    await expect
      .poll(() => page.getByRole('alert').locator('strong').textContent())
      .toBe('This agent is not available.');
  });
});

describe('the status bar on hold', () => {
  test.each([
    ['no-preference', true],
    ['reduce', false],
  ] as const)('blinks its icon with the motion preference %s: %s', async (reducedMotion, blinks) => {
    await page.emulateMedia({ reducedMotion });
    await open('oncall-held');
    const names = await page.evaluate(() =>
      document.getAnimations().map((one) => (one instanceof CSSAnimation ? one.animationName : '')),
    );
    expect(names.some((name) => name.includes('blink'))).toBe(blinks);
  });

  test("shows 'On hold' in words, stripes, and the tab's title and icon", async () => {
    await open('oncall');
    await show('oncall-held');
    await page.getByRole('heading', { name: 'On hold' }).waitFor();
    await page.waitForFunction(() => document.title === 'On hold – Bartholomew Okonkwo-Lindqvist');
    await expect.poll(() => page.locator('link[rel="icon"]').getAttribute('href')).toBe('/favicon-held.svg');
    const background = page.locator('[data-status="held"] > div').nth(1);
    await expect
      .poll(() => background.evaluate((element) => getComputedStyle(element).backgroundImage))
      .toContain('repeating-linear');
  });
});

describe('the keypad', () => {
  test('has 0 to 9, * and #, and shows sent digits', async () => {
    await open('oncall-keypad');
    for (const key of '0123456789*#') await expect.poll(() => button(key).count()).toBe(1);
    await expect.poll(() => page.getByRole('status').filter({ hasText: '2018#' }).count()).toBe(1);
  });

  test('sends each clicked key', async () => {
    await open('oncall-keypad');
    await button('5').click();
    await button('#').click();
    await expectSent({ type: 'digitsPressed', digits: '5' }, { type: 'digitsPressed', digits: '#' });
  });

  test('accepts keyboard keys wherever the focus is', async () => {
    await open('oncall-keypad');
    await page.keyboard.press('1');
    await page.keyboard.press('*');
    await button('9').focus();
    await page.keyboard.press('#');
    await page.keyboard.press('w');
    await expect
      .poll(async () => (await sent()).map((event) => 'digits' in event && event.digits))
      .toEqual(['1', '*', '#']);
  });
});

describe('Transfer', () => {
  const status = () => page.getByLabel('Status');
  const team = () => page.getByLabel('Team', { exact: true }).and(page.locator('select'));
  const last = async () => (await requests('getAgents')).at(-1);
  const expectQuery = async (query: object) =>
    expect.poll(last).toEqual({ page: 1, status: 'online', ...query });

  test('opens with page 1 of online agents', async () => {
    await open('oncall-transfer');
    await row('Amara Nwachukwu').waitFor();
    await expect.poll(() => requests('getAgents')).toEqual([{ page: 1, status: 'online' }]);
  });

  test('offers All Statuses, Available and On Call, and all teams', async () => {
    await open('oncall-transfer');
    await expect
      .poll(() => status().locator('option').allTextContents())
      .toEqual(['All Statuses', 'Available', 'On Call']);
    await page.locator('option', { hasText: 'Sales' }).waitFor({ state: 'attached' });
    await expect
      .poll(() => team().locator('option').allTextContents())
      .toEqual(['All Teams', 'Sales', 'Support for customers of the northern region', 'Renewals']);
    await status().selectOption('All Statuses');
    await expectQuery({ status: 'all' });
    await status().selectOption('On Call');
    await expectQuery({ status: 'oncall' });
    await status().selectOption('Available');
    await expectQuery({ status: 'online' });
    await team().selectOption('Sales');
    await expectQuery({ team_id: 7 });
    await team().selectOption('All Teams');
    await expectQuery({});
  });

  test('pages between the first and last page, and restarts at the first with another filter', async () => {
    await open('oncall-transfer');
    await page.getByText('1 / 2').waitFor();
    const link = (name: string) => page.getByText(name, { exact: true });
    await link('Previous').click({ force: true });
    await link('Next').click();
    await row('Zawadi Kamau').waitFor();
    await expectQuery({ page: 2 });
    await link('Next').click({ force: true });
    await page.getByText('2 / 2').waitFor();
    await link('Previous').click();
    await row('Amara Nwachukwu').waitFor();
    await link('Next').click();
    await row('Zawadi Kamau').waitFor();
    await status().selectOption('All Statuses');
    await expectQuery({ status: 'all' });
    const pages = (await requests('getAgents')).map((query) => 'page' in query && query.page);
    expect(Math.max(...pages.map(Number))).toBe(2);
  });

  test('clears the search with the first Escape, and closes with the next', async () => {
    await open('oncall-transfer');
    await page.keyboard.press('/');
    await page.keyboard.type('Ama');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('');
    await expectSent();
    await page.keyboard.press('Escape');
    await expectSent({ type: 'panelClosed' });
  });

  describe('with a fake clock', () => {
    let clocked: Driver;
    beforeAll(async () => {
      clocked = await fresh();
      await clocked.page.clock.install();
    });
    afterAll(() => clocked?.page.context().close());

    /** Opens the list and stops the clock. */
    async function openAtRest(): Promise<void> {
      await clocked.page.clock.resume();
      await clocked.open('oncall-transfer');
      await clocked.page.getByText('Amara Nwachukwu').waitFor();
      await clocked.page.clock.pauseAt((await clocked.page.evaluate(() => Date.now())) + 60_000);
    }

    test('searches 300 ms after the last key', async () => {
      const { page, requests } = clocked;
      await openAtRest();
      const count = async () => (await requests('getAgents')).length;
      const before = await count();
      await page.getByLabel('Search').pressSequentially('Ama');
      await page.clock.runFor(299);
      await expect.poll(count).toBe(before);
      await page.getByLabel('Search').press('r');
      await page.clock.runFor(299);
      await expect.poll(count).toBe(before);
      await page.clock.runFor(1);
      await expect
        .poll(async () => (await requests('getAgents')).slice(before))
        .toEqual([{ page: 1, status: 'online', search: 'Amar' }]);
    });

    test('refetches when the server reports changed agents, at most once a second', async () => {
      const { page, requests } = clocked;
      await openAtRest();
      const before = (await requests('getAgents')).length;
      const teamsBefore = (await requests('getTeams')).length;
      await page.evaluate(() => {
        window.gallery.notifyListChanged('agents');
        window.gallery.notifyListChanged('agents');
        window.gallery.notifyListChanged('calls');
      });
      await page.clock.runFor(1_000);
      await expect.poll(async () => (await requests('getAgents')).length).toBe(before + 1);
      await expect.poll(async () => (await requests('getTeams')).length).toBe(teamsBefore + 1);
    });
  });

  test('shows for each agent whether they can be called, as text and as an icon', async () => {
    await open('oncall-transfer');
    for (const [name, words, calls] of [
      ['Amara Nwachukwu', 'Available', 1],
      ['Benedikt Schwarzenberger', 'On Call', 0],
      ['Deshawn Whitfield', 'Unavailable', 0],
      ['Marisol Etxeberria Quintana de la Fuente y Mendoza', 'Break', 0],
    ] as const) {
      await row(name).waitFor();
      await expect.poll(() => row(name).textContent()).toContain(words);
      await expect
        .poll(() => row(name).getByRole('button', { name: 'Call', exact: true }).count())
        .toBe(calls);
    }
    await row('Amara Nwachukwu').getByRole('button').click();
    await expectSent({ type: 'transferChosen', to: { userId: 21 } });
  });

  test('keeps its choice if the phone rejects the panel', async () => {
    await open('oncall-transfer-supervisor');
    await page.getByRole('radio', { name: 'Conference' }).click({ force: true });
    await expectSent({ type: 'onCallPanelClicked', panel: 'conference' });
    expect(await page.getByRole('radio', { name: 'User' }).isChecked()).toBe(true);
  });

  test('to a team shows a list without filters or pages, and a call icon for available teams', async () => {
    await open('oncall-transfer');
    await row('Amara Nwachukwu').waitFor();
    await page.getByRole('radio', { name: 'User' }).focus();
    await page.keyboard.press('ArrowRight');
    await row('Sales').waitFor();
    expect(
      await page.getByRole('radio', { name: 'Team' }).evaluate((one) => one === document.activeElement),
    ).toBe(true);
    await expect.poll(() => page.getByLabel('Search').count()).toBe(0);
    await expect.poll(() => page.getByText('Next', { exact: true }).count()).toBe(0);
    await expect.poll(() => row('Support').getByRole('button').count()).toBe(0);
    await row('Sales').getByRole('button', { name: 'Call', exact: true }).click();
    await expectSent({ type: 'transferChosen', to: { teamId: 7 } });
  });

  test.each([
    ['User', 'No agents found!'],
    ['Team', 'No teams found!'],
  ])('shows that the list is empty for the choice %s', async (choice, text) => {
    await open('oncall-transfer-empty');
    await page.getByRole('radio', { name: choice }).check({ force: true });
    await page.getByText(text, { exact: true }).waitFor();
  });

  test('shows a spinner while loading, not that the list is empty', async () => {
    await open('oncall-transfer-loading');
    await page.getByRole('status').getByText('Loading').waitFor({ state: 'attached' });
    await expect.poll(() => page.getByText('No agents found!').count()).toBe(0);
  });

  test('shows the error of a failed list in a banner', async () => {
    await open('oncall-transfer-failed');
    await page.locator('strong', { hasText: 'Something went wrong. Please try again.' }).waitFor();
  });

  test.each([
    ['oncall-transfer', ['User', 'Team']],
    ['oncall-transfer-supervisor', ['User', 'Team', 'Conference']],
  ])('in %s offers %s', async (state, labels) => {
    await open(state);
    const radios = page.getByRole('radiogroup', { name: 'Transfer to' }).locator('label');
    await expect.poll(() => radios.allTextContents()).toEqual(labels);
    expect(
      await page.getByRole('radio').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(labels.map((label) => label.toLowerCase()));
  });

  test('opens the conference panel from its third choice, and returns', async () => {
    await open('oncall-transfer-supervisor');
    await setReactions({ onCallPanelClicked: 'oncall-conference' });
    await page.getByRole('radio', { name: 'Conference' }).check({ force: true });
    await page.getByRole('heading', { name: 'Conference' }).waitFor();
    await setReactions({ onCallPanelClicked: 'oncall-transfer-supervisor' });
    await page.getByRole('radio', { name: 'Team' }).check({ force: true });
    await row('Sales').waitFor();
    await expectSent(
      { type: 'onCallPanelClicked', panel: 'conference' },
      { type: 'onCallPanelClicked', panel: 'transfer' },
    );
  });

  test('has filters separate from the conference panel’s', async () => {
    await open('oncall-transfer-supervisor');
    await status().selectOption('all');
    await page.getByRole('combobox', { name: 'Team' }).selectOption('7');
    await page.getByLabel('Search').fill('Amara');
    await expectQuery({ status: 'all', search: 'Amara', team_id: 7 });
    await show('oncall-conference');
    await expectQuery({});
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('online');
    await expect.poll(() => page.getByRole('combobox', { name: 'Team' }).inputValue()).toBe('');
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('');
    await status().selectOption('oncall');
    await show('oncall-transfer-supervisor');
    await expectQuery({});
  });

  test('from a colleague shows why, in the call and in the Lead tab', async () => {
    const words =
      /^Aleksandra Wiśniewska-Kowalczyk: Wants the yearly price for both properties before Friday$/;
    await open('oncall-from-colleague');
    await page.getByText(words).waitFor();
    await page.getByRole('radio', { name: 'Lead' }).click();
    await page.getByText(words).filter({ visible: true }).waitFor();
  });

  test('shows the colleague who rings and rings no one else; Escape cancels first, and then closes the panel', async () => {
    await open('oncall-transfer-rings');
    await setReactions({ cancelInvitationClicked: 'oncall-transfer', panelClosed: 'oncall' });
    await page
      .getByRole('region', { name: 'Colleague' })
      .getByText(/^Ringing Marisol/)
      .waitFor();
    expect(await row('Amara Nwachukwu').getByRole('button').getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await expectSent({ type: 'cancelInvitationClicked' });
    await page.keyboard.press('Escape');
    await expectSent({ type: 'cancelInvitationClicked' }, { type: 'panelClosed' });
  });

  test.each([
    ['oncall-rings', 'Cancel', 'cancelInvitationClicked'],
    ['oncall-transfer-rings', 'Cancel', 'cancelInvitationClicked'],
    ['oncall-rings-missed', 'Try again', 'inviteAgainClicked'],
    ['oncall-transfer-missed', 'Try again', 'inviteAgainClicked'],
  ])('in %s has %s', async (state, name, type) => {
    await open(state);
    await button(name).click();
    await expectSent({ type });
  });

  test('leaves Escape to an open keypad while a colleague rings', async () => {
    await open('oncall-rings-keypad');
    await page.keyboard.press('Escape');
    await expectSent({ type: 'panelClosed' });
  });

  test('sends a reason, which the narrow panel asks for on request', async () => {
    await open('oncall-transfer');
    await button('Add a reason').click();
    const field = page.getByLabel('Reason (optional)');
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('P');
    await expectSent({ type: 'reasonTyped', text: 'P' });
    await button('Add a reason').click();
    await expect.poll(() => field.count()).toBe(0);
  });

  test('shows a reason that was typed before, and hides it on request', async () => {
    await open('oncall-transfer-consult');
    const field = page.getByLabel('Reason (optional)');
    await expect.poll(() => field.inputValue()).toContain('yearly price');
    await button('Edit the reason').click();
    await expect.poll(() => field.count()).toBe(0);
    expect(await button('Edit the reason').getAttribute('aria-expanded')).toBe('false');
  });

  test('in a short window shows a whole colleague under its filters, and scrolls to the others', async () => {
    // Opens the panel anew, without the reason of an earlier test.
    await open('oncall', 320, 568);
    await show('oncall-transfer-choice');
    const rows = page.getByRole('listitem');
    const isWhole = (one: ReturnType<typeof row>) =>
      one.evaluate((element) => {
        const { x, bottom } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + 40, bottom - 3));
      });
    await expect.poll(() => isWhole(rows.first())).toBe(true);
    await rows.last().scrollIntoViewIfNeeded();
    await expect.poll(() => isWhole(rows.last())).toBe(true);
  });

  test("shows six colleagues at 380 by 720, above the call's tiles", async () => {
    await open('oncall-transfer');
    await row('Amara Nwachukwu').waitFor();
    const list = await page.getByRole('list', { name: 'Agents' }).locator('..').boundingBox();
    const sixth = await row('Guðrún').getByRole('button').boundingBox();
    expect((sixth?.y ?? 0) + (sixth?.height ?? 0)).toBeLessThanOrEqual(
      (list?.y ?? 0) + (list?.height ?? 0) + 2,
    );
  });
});

test('P parks a call once', async () => {
  await open('oncall-parkable');
  await page.keyboard.press('p');
  await expectSent({ type: 'parkClicked' });
  await show('oncall-parking');
  await page.keyboard.press('p');
  await expectSent({ type: 'parkClicked' });
});

test.each(
  ['oncall-parkable', 'oncall-parkable-nolead'].flatMap((state) => [
    [state, 320, 568],
    [state, 380, 720],
    [state, 1280, 760],
  ]) as [string, number, number][],
)('in %s at %i by %i, the words on the tiles aren’t broken', async (state, width, height) => {
  for (const language of ['en', 'es'] as const) {
    await open(state, width, height);
    await page.evaluate((chosen) => window.gallery.setLanguage(chosen), language);
    await page.getByText(language === 'en' ? 'Park' : 'Estacionar', { exact: true }).waitFor();
    expect(await page.locator('[data-tiles]').evaluate(brokenWords)).toEqual([]);
  }
  await page.evaluate(() => window.gallery.setLanguage('en'));
});

test('with a lead to add, Park lies below the other tiles, which stay as they are', async () => {
  const places = async (state: string) => {
    await open(state);
    const boxes = await Promise.all(
      ['Hold', 'Transfer', 'Add Lead', 'Keypad'].map((name) => button(name).boundingBox()),
    );
    return boxes.map((box) => [box?.x, box?.width, box?.height]);
  };
  expect(await places('oncall-parkable-nolead')).toEqual(await places('oncall-nolead'));
});

test('P picks up the call that waits longest; each has its own button', async () => {
  await open('waiting-parked');
  await page.getByRole('region', { name: 'Parked: Grace Hopper' }).waitFor();
  const pickUps = page.getByRole('button', { name: 'Pick up' });
  expect(await pickUps.evaluateAll((all) => all.map((one) => one.ariaKeyShortcuts))).toEqual(['P', null]);
  await page.keyboard.press('p');
  await expectSent({ type: 'pickUpClicked', callId: 71 });
  await page.getByRole('button', { name: 'Pick up' }).nth(1).click();
  await expectSent({ type: 'pickUpClicked', callId: 71 }, { type: 'pickUpClicked', callId: 72 });
});

test('in a narrow window, a parked call shows above an open panel, with its key', async () => {
  await open('history-parked', 380, 640);
  const card = page.getByRole('region', { name: 'Parked: Grace Hopper' });
  await card.waitFor();
  const panel = await page.locator('[data-panel]').boundingBox();
  const place = await card.boundingBox();
  expect(panel && place && place.y + place.height <= panel.y).toBe(true);
  await page.keyboard.press('p');
  await expectSent({ type: 'pickUpClicked', callId: 71 });
});

test('of more than two parked calls, the others show on request', async () => {
  await open('waiting-parked');
  const third = page.getByRole('region', { name: 'Parked: Ines Duarte' });
  await button('All 3 parked calls').click();
  await third.getByRole('button', { name: 'Pick up' }).click();
  await expectSent({ type: 'pickUpClicked', callId: 73 });
  await button('Fewer parked calls').click();
  await expect.poll(() => third.count()).toBe(0);
});

test('a long button of a reminder stands below its words, which aren’t cut up', async () => {
  await open('waiting-missing', 320, 640);
  await page.evaluate(() => window.gallery.setLanguage('es'));
  const card = page.getByRole('region', { name: /Falta el resultado/ });
  const title = await card.getByRole('heading').boundingBox();
  const action = await card.getByRole('button').boundingBox();
  await page.evaluate(() => window.gallery.setLanguage('en'));
  expect(title && action && action.y >= title.y + title.height).toBe(true);
});

test("a consultation whose view can't be loaded can still be ended", async () => {
  const failing = await fresh();
  await failing.page.route(/consultation-view-[\w-]{8}\.js$/, (route) => route.abort());
  await failing.open('oncall-consult');
  await failing.page.getByText('Bartholomew Okonkwo-Lindqvist').first().waitFor();
  await failing.button('Complete').click();
  await failing.expectSent({ type: 'consultEndClicked', how: 'complete' });
  await failing.page.context().close();
});

describe('a consultation', () => {
  test('in a short window shows that the lead is on hold', async () => {
    await open('oncall-consult', 320, 568);
    const [held, tile] = [page.getByText('On hold', { exact: false }).last(), button('Complete')];
    await held.waitFor();
    const [text, below] = [await held.boundingBox(), await tile.boundingBox()];
    expect(text && below && text.y + text.height <= below.y).toBe(true);
  });

  test.each([
    ['oncall-consult', 'Complete', 'c', 'complete'],
    ['oncall-consult', 'Conference', 'f', 'conference'],
    ['oncall-consult', 'Back', 'b', 'back'],
    ['oncall-consult-left', 'Done', 'd', 'back'],
  ])('in %s has %s, by click and by the key %s', async (state, name, key, how) => {
    await open(state);
    await button(name).click();
    await expectSent({ type: 'consultEndClicked', how });
    await page.keyboard.press(key);
    await expectSent({ type: 'consultEndClicked', how }, { type: 'consultEndClicked', how });
  });

  test.each([
    ['oncall-consult-colleague', ['c', 'f', 'b', 'd', 'h', 't', 'k']],
    ['oncall-consult-left', ['c', 'f', 'b', 'h', 't', 'k']],
    ['oncall-consult-ending', ['c', 'f', 'b']],
  ])('in %s ignores the keys %j', async (state, keys) => {
    await open(state);
    for (const key of keys) await page.keyboard.press(key);
    await expectSent();
  });

  test('asks before Hang Up only if the lead would be left alone', async () => {
    await open('oncall-consult-interrupted');
    await button('Hang Up').click();
    const question = page.getByRole('alertdialog', { name: /would be left alone/ });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expectSent();
    await button('Hang Up').click();
    await question.getByRole('button', { name: 'Hang Up' }).click();
    await expectSent({ type: 'hangUpClicked' });
    await open('oncall-consult');
    await button('Hang Up').click();
    await expectSent({ type: 'hangUpClicked' });
  });

  test('is chosen in the Transfer panel, which says what the lead hears', async () => {
    await open('oncall-transfer-choice', 380, 760);
    await page.getByText('Your colleague gets the lead as soon as they answer.').waitFor();
    await setReactions({ consultFirstChosen: 'oncall-transfer-consult' });
    await page.getByRole('radio', { name: 'Consult first' }).check({ force: true });
    await expectSent({ type: 'consultFirstChosen', consultsFirst: true });
    await page.getByText('You talk to your colleague first.').waitFor();
    await show('oncall-transfer');
    expect(await page.getByRole('radio', { name: 'Consult first' }).count()).toBe(0);
  });
});

describe.each(['en', 'es'])('the filters of Transfer and Conference in the language %s', (language) => {
  beforeAll(async () => {
    await open('oncall');
    await page.evaluate((wanted) => window.gallery.setLanguage(wanted), language);
  });
  afterAll(() => page.evaluate(() => window.gallery.setLanguage('en')));

  test.each([
    [320, 640],
    [380, 720],
    [1280, 800],
  ])(
    'show the chosen status and team, and the name of the search, in full at %i × %i',
    async (width, height) => {
      for (const state of ['oncall-transfer', 'oncall-conference']) {
        await open(state, width, height);
        // Browsers don't report how much of an option or a placeholder is cut off.
        const cutOff = () =>
          page.locator('[data-panel] :is(select, input[aria-keyshortcuts="/"])').evaluateAll((fields) =>
            fields
              .map((field) => {
                const style = getComputedStyle(field);
                const text =
                  field instanceof HTMLSelectElement
                    ? (field.selectedOptions[0]?.text ?? '')
                    : (field as HTMLInputElement).placeholder;
                const canvas = document.createElement('canvas').getContext('2d');
                if (canvas) canvas.font = style.font;
                const needed = canvas?.measureText(text).width ?? 0;
                const room =
                  field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
                return { text, cut: Math.max(0, Math.floor(needed - room)) };
              })
              .map(({ text, cut }) => `${text}: ${cut} px cut off`),
          );
        const clean = [/: 0 px/, /: 0 px/, /: 0 px/].map((text) => expect.stringMatching(text));
        await expect.poll(cutOff, { message: state }).toEqual(clean);
      }
    },
  );
});

describe('Conference', () => {
  test('in the waiting view has a navigation item, Online instead of Available, and no selector', async () => {
    await open('waiting-supervisor');
    await setReactions({ navClicked: 'conference', panelClosed: 'waiting-supervisor' });
    await button('Conference').click();
    await page.getByRole('heading', { name: 'Conference' }).waitFor();
    await expect
      .poll(() => page.getByLabel('Status').locator('option').allTextContents())
      .toEqual(['All Statuses', 'Online', 'On Call']);
    await expect.poll(() => page.getByRole('radio').count()).toBe(0);
    await expect.poll(() => requests('getAgents')).toEqual([{ page: 1, status: 'online' }]);
    await button('Close').click();
    await focused('Conference');
  });

  test('has no navigation item without a permission', async () => {
    await open('waiting');
    await expect.poll(() => button('Conference').count()).toBe(0);
  });

  test.each([
    ['Listen', { type: 'superviseClicked', action: 'listen', callId: 55 }],
    ['Whisper', { type: 'superviseClicked', action: 'whisper', callId: 55 }],
    ['Barge', { type: 'superviseClicked', action: 'barge', callId: 55 }],
  ])("joins the row's call with %s", async (name, event) => {
    await open('conference');
    await row('Benedikt Schwarzenberger').getByRole('button', { name, exact: true }).click();
    await expectSent(event);
  });

  test('calls an agent with Call, and offers to join only calls in progress', async () => {
    await open('conference');
    await row('Amara Nwachukwu').getByRole('button', { name: 'Call', exact: true }).click();
    await expectSent({ type: 'conferenceChosen', userId: 21 });
    await expect.poll(() => row('Amara Nwachukwu').getByRole('button').count()).toBe(1);
  });

  test('shows that there are no agents', async () => {
    await open('conference-empty');
    await page.getByText('No agents found!', { exact: true }).waitFor();
  });

  test('shows an error in a banner above the list', async () => {
    await open('conference-error');
    await page.locator('strong', { hasText: 'This agent is not available.' }).waitFor();
    await row('Amara Nwachukwu').waitFor();
  });
});

describe('Add Lead', () => {
  test('sends the person to call', async () => {
    await open('oncall-addlead');
    await page.getByLabel('First Name').fill(' Thandiwe ');
    await page.getByLabel('Last Name').fill('Mokoena');
    await page.getByLabel('Phone Number').fill('(415) 555-0142');
    await button('Call').click();
    await expect
      .poll(async () => (await sent()).slice(-2))
      .toEqual([
        {
          type: 'addLeadTyped',
          form: { fname: ' Thandiwe ', lname: 'Mokoena', phoneNumber: '(415) 555-0142', country: null },
        },
        {
          type: 'addLeadSubmitted',
          fname: 'Thandiwe',
          lname: 'Mokoena',
          phoneNumber: '+14155550142',
          problem: null,
        },
      ]);
  });

  test('starts with the number of an unknown caller', async () => {
    await open('oncall-addlead');
    await expect.poll(() => page.getByLabel('Phone Number').inputValue()).toBe('+14155550142');
  });

  test('focuses the first field, and after an error the number', async () => {
    await open('oncall-addlead');
    await page.waitForFunction(() => document.activeElement?.matches('input'));
    await expect
      .poll(() => page.getByLabel('First Name').evaluate((one) => one === document.activeElement))
      .toBe(true);
    await page.getByLabel('First Name').fill('Thandiwe');
    await show('oncall-addlead-error');
    await page.locator('strong', { hasText: 'This phone number is too short.' }).waitFor();
    await page.waitForFunction(() => (document.activeElement as HTMLInputElement).type === 'tel');
    await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Thandiwe');
  });

  test('accepts 25 characters, has a placeholder and is disabled while a request is pending', async () => {
    await open('oncall-addlead');
    const number = page.getByLabel('Phone Number');
    await expect.poll(() => number.getAttribute('placeholder')).toBe('Enter a phone number');
    await expect.poll(() => number.getAttribute('maxlength')).toBe('25');
    await show('oncall-addlead-requesting');
    await expect.poll(() => button('Call').isDisabled()).toBe(true);
  });
});

testCallVisible(driver, roundRobin);

describe('the offer to rename the lead', () => {
  const offer = () => page.getByRole('group', { name: /^Saved as / });

  test.each([
    ['Rename', 'renameClicked'],
    ['Keep', 'renameDeclined'],
  ])('is answered with %s, whose button is described by the whole question', async (name, type) => {
    await open('oncall-rename');
    const question = 'Saved as Bartholomew Okonkwo-Lindqvist. Rename to Bartholomew Okonkwo-Lindquist?';
    await expect.poll(() => offer().getAttribute('aria-labelledby')).not.toBeNull();
    const button = offer().getByRole('button', { name, exact: true, description: question });
    await button.press('Enter');
    await expectSent({ type });
  });

  test.each([
    ['without a panel', 320, 'oncall', 'oncall-rename'],
    ['over an open panel', 320, 'oncall-transfer', 'oncall-rename-transfer'],
    ['beside an open panel', 1280, 'oncall-transfer', 'oncall-rename-transfer'],
  ])(
    'appears and disappears %s at %i px without moving the dock or taking the focus',
    async (_where, width, without, state) => {
      await open(without, width, 640);
      const place = () => page.locator('[data-part="dock"]').boundingBox();
      const focus = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80));
      const before = [await place(), await focus()];
      await show(state);
      await offer().getByRole('button', { name: 'Rename' }).click({ trial: true });
      expect([await place(), await focus()]).toEqual(before);
      await show(without);
      expect(await offer().count()).toBe(0);
      expect([await place(), await focus()]).toEqual(before);
    },
  );

  test("can't be answered twice", async () => {
    await open('oncall-rename-dialing');
    for (const name of ['Rename', 'Keep'])
      expect(await offer().getByRole('button', { name }).isDisabled()).toBe(true);
  });

  test('shows why renaming failed', async () => {
    await open('oncall-rename-error');
    const text = await offer().getByRole('alert').textContent();
    expect(text).toBe('Couldn’t rename the lead. Something went wrong. Please try again.');
  });
});

/** Words that take more than one line. */
function brokenWords(tiles: Element): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(tiles, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  return broken;
}
