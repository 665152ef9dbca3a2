import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Driver, inGallery } from './driver.ts';

let page: Page;
const { open, show, sent, requests, button, fresh } = inGallery((opened) => {
  page = opened;
});

const pictures = (inside: ReturnType<Driver['button']>) =>
  inside.locator('img').evaluateAll((all) => all.map((one) => one.getAttribute('src') ?? ''));
const profile = () => button('Priya Venkataraman');
const card = () => page.getByRole('region', { name: 'Lead', exact: true });
/** Our pictures are served with the page; the API's aren't. */
const AGENT = /agent.*\.svg|^data:/;
const LEAD = /lead.*\.svg|^data:/;
const DEFAULT = '/avatar.svg';

describe('the bar', () => {
  test("has the user's picture, whose ring shows online or offline", async () => {
    const ringClass = () =>
      profile()
        .locator('img')
        .evaluate((one) => one.parentElement?.parentElement?.className);
    await open('waiting');
    expect(await pictures(profile())).toEqual([expect.stringMatching(AGENT)]);
    await page.getByText('Online', { exact: true }).waitFor({ state: 'attached' });
    const online = await ringClass();
    await show('waiting-elsewhere');
    await page.getByText('Offline', { exact: true }).waitFor({ state: 'attached' });
    expect(await ringClass()).not.toBe(online);
  });

  test('opens a dropdown with the picture, the full name, the email and the phone number', async () => {
    await open('waiting');
    const menu = page.getByRole('link', { name: 'Log out' }).locator('..');
    await expect.poll(() => menu.isVisible()).toBe(false);
    await profile().click();
    await expect.poll(() => menu.isVisible()).toBe(true);
    expect(await pictures(menu)).toEqual([expect.stringMatching(AGENT)]);
    for (const fact of ['Priya Venkataraman', 'priya.venkataraman@brightline.example', '(415) 555-0173'])
      await expect.poll(() => menu.textContent()).toContain(fact);
  });

  test('has neither picture nor name for a visitor', async () => {
    await open('login');
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.getByText('Priya').count()).toBe(0);
  });
});

test('the login has an email, a masked password and one button, and nothing from the phone', async () => {
  await open('login');
  const types = await page
    .locator('form input')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).type));
  expect(types).toEqual(['email', 'password']);
  expect(await page.locator('form [type="submit"]').count()).toBe(1);
  for (const role of ['navigation', 'region', 'table'] as const)
    expect([role, await page.getByRole(role).count()]).toEqual([role, 0]);
  expect(await page.locator('[data-panel]').count()).toBe(0);
});

describe('the card', () => {
  test.each(['waiting', 'waiting-lead', 'ringing-lead', 'oncall'])('is shown in %s', async (state) => {
    await open(state);
    await expect.poll(() => card().count()).toBe(1);
  });

  test.each([
    ['waiting-lead', LEAD],
    ['ringing-lead', LEAD],
    ['oncall', LEAD],
    ['waiting', DEFAULT],
    ['waiting-crm', DEFAULT],
    ['ringing-unknown-caller', DEFAULT],
    ['ringing-inbound', DEFAULT],
    ['oncall-nolead', DEFAULT],
    ['oncall-inbound', DEFAULT],
  ])('in %s has the picture %s', async (state, picture) => {
    await open(state);
    await card().waitFor();
    const shown = await pictures(card());
    expect(shown).toHaveLength(1);
    if (picture === DEFAULT) expect(shown[0]).toBe(DEFAULT);
    else expect(shown[0]).toMatch(picture);
  });

  test.each([
    ['waiting', 1],
    ['waiting-crm', 1],
    ['waiting-lead', 0],
    ['ringing-unknown-caller', 0],
    ['oncall-nolead', 0],
  ])('in %s has %i Check for lead buttons', async (state, count) => {
    await open(state);
    await card().waitFor();
    expect(await button('Check for lead').count()).toBe(count);
  });
});

test('the bottom navigation is shown only in the waiting view', async () => {
  const names = await page.evaluate(() => window.gallery.names);
  const unexpected: string[] = [];
  for (const name of names) {
    await show(name);
    const isWaiting = (await page.locator('[data-view="waiting"]').count()) === 1;
    const shown = await page.getByRole('navigation', { name: 'Panels' }).count();
    if (shown !== (isWaiting ? 1 : 0)) unexpected.push(name);
  }
  expect(unexpected).toEqual([]);
  expect(names.length).toBeGreaterThan(60);
});

describe('the lists of colleagues', () => {
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const iconOf = (name: string) => row(name).locator('svg').first().innerHTML();

  test.each(['oncall-transfer', 'conference'])('in %s have an icon for each status', async (state) => {
    await open(state);
    const names = ['Amara Nwachukwu', 'Benedikt Schwarzenberger', 'Deshawn Whitfield'];
    await row('Amara Nwachukwu').waitFor();
    const icons = await Promise.all(names.map(iconOf));
    expect(new Set(icons).size).toBe(3);
    expect(await iconOf('Camille')).toBe(icons[0]);
  });

  test('in Conference have full names, a search, a team filter and pages', async () => {
    await open('conference');
    await row('Wolfeschlegelsteinhausenbergerdorff').waitFor({ state: 'detached' });
    await row('Aleksandra Wiśniewska-Kowalczyk').waitFor();
    for (const name of ['Previous', 'Next']) await page.getByText(name, { exact: true }).waitFor();
    const lastRequest = async () => (await requests('getAgents')).at(-1);
    await page.getByLabel('Team').selectOption('7');
    await expect.poll(lastRequest).toEqual({ page: 1, status: 'online', team_id: 7 });
    await page.getByLabel('Search').fill('Amara');
    await expect.poll(lastRequest).toEqual({ page: 1, status: 'online', team_id: 7, search: 'Amara' });
    await expect.poll(() => page.getByRole('listitem').count()).toBe(1);
  });
});

describe('a history row', () => {
  const row = (index: number) => page.locator('tbody tr').nth(index);
  const textOf = async (index: number) => (await row(index).textContent()) ?? '';

  test('shows its time, its agent, the follow-up and the retry', async () => {
    await open('history');
    await row(4).waitFor();
    expect(await textOf(0)).toContain('Nov 20, 4:06 PM');
    expect(await textOf(0)).toContain('Priya Venkataraman');
    expect(await textOf(0)).toContain('Followup #2');
    expect(await textOf(0)).not.toContain('Retry');
    expect(await textOf(1)).not.toContain('Followup');
    expect(await textOf(3)).toContain('Retry #1');
    // No agent accepted this one.
    expect(await textOf(2)).not.toMatch(/Priya|Amara/);
  });

  test('shows the lead’s label, which starts a call, and the lead’s phone number', async () => {
    await open('history-labels');
    await row(4).waitFor();
    expect(await textOf(0)).toContain('(415) 555-0142');
    expect(await textOf(0)).not.toContain('Bartholomew');
    await row(0).getByRole('button', { name: 'Roof quote', exact: true }).click();
    await expect.poll(() => sent()).toMatchObject([{ type: 'historyLeadClicked', fname: 'Bartholomew' }]);
  });

  test('without a lead shows the phone number alone', async () => {
    await open('history-labels');
    await row(4).waitFor();
    expect(await textOf(4)).toContain('+44 20 7946 0958');
    expect(await textOf(4)).not.toContain('Roof quote');
    expect(await row(4).getByRole('button').count()).toBe(0);
  });

  test("for account 6671 shows the lead's name instead of the label, and it starts a call", async () => {
    await open('history-names');
    await row(4).waitFor();
    expect(await textOf(0)).not.toContain('Roof quote');
    await row(0).getByRole('button', { name: 'Bartholomew Okonkwo-Lindqvist', exact: true }).click();
    await expect.poll(() => sent()).toMatchObject([{ type: 'historyLeadClicked' }]);
  });

  test('appears after a spinner, which disappears', async () => {
    const spinner = () => page.getByRole('status').getByText('Loading');
    await open('history-loading');
    await spinner().waitFor({ state: 'attached' });
    await show('history');
    await row(4).waitFor();
    await expect.poll(() => spinner().count()).toBe(0);
  });
});

test("New Call starts with the clicked lead's names and number", async () => {
  await open('waiting-newcall-later');
  const value = (label: string) => page.getByLabel(label).inputValue();
  await expect.poll(() => value('Phone Number')).toBe('+14155550142');
  expect([await value('First Name'), await value('Last Name')]).toEqual(['Bartholomew', 'Okonkwo-Lindqvist']);
});

test("Add Lead starts with the user's country", async () => {
  await open('oncall-addlead-abroad');
  await page.getByText('+44', { exact: true }).waitFor();
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Country' }).textContent())
    .toContain('United Kingdom +44');
});

test("a lead's email address reads left to right in a right-to-left language", async () => {
  await open('oncall');
  await page.evaluate(() => window.gallery.setLanguage('pseudo'));
  const domain = page.getByText('@lindqvist-roofing.example');
  const [at, end] = await domain.evaluate(({ firstChild }) => {
    const leftOf = (character: number) => {
      const range = document.createRange();
      range.setStart(firstChild as Text, character);
      range.setEnd(firstChild as Text, character + 1);
      return range.getBoundingClientRect().left;
    };
    return [leftOf(0), leftOf(5)];
  });
  await page.evaluate(() => window.gallery.setLanguage('en'));
  expect(at).toBeLessThan(end ?? 0);
});

test.each(['ringing-lead', 'oncall', 'oncall-keypad', 'result', 'tags', 'thankyou', 'history'])(
  'in %s, a name that is a phone number reads left to right in a right-to-left language',
  async (state) => {
    await open(state);
    await page.evaluate(() => window.gallery.setLanguage('pseudo'));
    const name = page.getByText('Bartholomew Okonkwo-Lindqvist', { exact: true }).first();
    const [bracket, digit] = await name.evaluate(({ firstChild }) => {
      const text = firstChild as Text;
      text.data = '(415) 555-0106';
      const leftOf = (character: number) => {
        const range = document.createRange();
        range.setStart(text, character);
        range.setEnd(text, character + 1);
        return range.getBoundingClientRect().left;
      };
      return [leftOf(0), leftOf(1)];
    });
    await page.evaluate(() => window.gallery.setLanguage('en'));
    expect(bracket).toBeLessThan(digit ?? 0);
  },
);

test('the call timer counts seconds', async () => {
  const clocked = await fresh();
  try {
    await clocked.page.clock.install();
    await clocked.open('oncall');
    const time = () => clocked.page.getByRole('timer').textContent();
    await expect.poll(time).toMatch(/^04:\d\d$/);
    await clocked.page.clock.pauseAt((await clocked.page.evaluate(() => Date.now())) + 60_000);
    const seconds = async () => {
      const [minutes = 0, rest = 0] = ((await time()) ?? '').split(':').map(Number);
      return 60 * minutes + rest;
    };
    const start = await seconds();
    for (const passed of [1, 2, 3]) {
      await clocked.page.clock.runFor(1_000);
      await expect.poll(seconds).toBe(start + passed);
    }
  } finally {
    await clocked.page.context().close();
  }
});
