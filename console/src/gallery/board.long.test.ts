import { beforeEach, describe, expect, test } from 'vitest';
import { sampled } from '../../../design/tests/spread.mjs';
import { galleryDriver } from './driver.ts';
import { testEveryState } from './states/every-state.ts';
import { states } from './states/states.ts';

const driver = galleryDriver();
const { alert, requests, button, field, expectRequests, open, role, shown, title } = driver;

const tiles = (team: string) => role('region', { name: team, exact: true }).locator('[data-state]');
const namesOf = (team: string) =>
  tiles(team).evaluateAll((all) =>
    all.map((tile) => (tile.querySelector('[dir="auto"]')?.textContent ?? '').split(' ')[0]),
  );
const tileOf = (name: string) => driver.page.locator('[data-state]').filter({ hasText: name });

/** Switches to another state's answers and sends an event on the account's channel. */
async function answerAs(state: string): Promise<void> {
  const before = (await requests('readBoardChanges')).length;
  await driver.page.evaluate((name) => {
    window.gallery.answerAs(name);
    window.gallery.notifyChange();
  }, state);
  await expect.poll(async () => (await requests('readBoardChanges')).length).toBeGreaterThan(before);
}

const sortByTime = () => field('Order of agents').selectOption('Longest first');

describe('the live board', () => {
  beforeEach(async () => {
    await driver.page.evaluate(() => localStorage.clear());
  });

  test('keeps the counts on one line, even if the name of a state wraps', async () => {
    await driver.page.evaluate(() => window.gallery.setLanguage('es'));
    await open('board');
    const tops = await driver.page
      .locator('[aria-label="Agentes por estado"] dt + dd')
      .evaluateAll((counts) => counts.map((count) => count.getBoundingClientRect().top));
    await driver.page.evaluate(() => window.gallery.setLanguage('en'));
    expect(tops).toHaveLength(6);
    expect(new Set(tops).size).toBe(1);
  });

  test('sorts agents by name, so that no change of state moves a tile', async () => {
    await open('board');
    const names = ['Aleksandra', 'Benedikt', 'Camille', 'Deshawn', 'Fatima', 'Guðrún'];
    await expect.poll(async () => (await namesOf('Sales')).slice(0, 6)).toEqual(names);
    await driver.page.mouse.move(5, 5);
    await answerAs('board-later');
    await expect.poll(() => tileOf('Fatima').getAttribute('data-state')).toBe('oncall');
    expect((await namesOf('Sales')).slice(0, 6)).toEqual(names);
  });

  test('sorts agents by state if the longest come first: ringing, held, on call, wrap-up, available, unavailable', async () => {
    await open('board');
    await sortByTime();
    await expect
      .poll(() => namesOf('Sales'))
      .toEqual([
        'Fatima',
        'Tobias',
        'Benedikt',
        'Hiroshi',
        'Priya',
        'Nguyễn',
        'Deshawn',
        'Aleksandra',
        'Guðrún',
        'Camille',
        'Marisol',
        'Ömer',
      ]);
  });

  test('shows when it was last updated and grays out the times until updates arrive again', async () => {
    await open('board');
    const line = role('alert');
    const time = tileOf('Fatima').locator('[dir="ltr"]');
    const color = () => time.evaluate((element) => getComputedStyle(element).color);
    const before = await color();
    await driver.page.evaluate(() => window.gallery.setStale(true));
    await expect.poll(() => line.textContent()).toMatch(/^Not updated since \d+:\d\d [AP]M$/);
    expect(await color()).not.toBe(before);
    await driver.page.evaluate(() => window.gallery.setStale(false));
    await line.waitFor({ state: 'detached' });
    expect(await color()).toBe(before);
  });

  test('refetches and sorts again after a change', async () => {
    await open('board');
    await sortByTime();
    await driver.page.mouse.move(5, 5);
    await answerAs('board-later');
    await expect.poll(async () => (await namesOf('Sales'))[0]).toBe('Benedikt');
  });

  test('keeps the order while the pointer is over the tiles, and sorts when it leaves', async () => {
    await open('board');
    await sortByTime();
    await tileOf('Tobias').hover();
    await answerAs('board-later');
    await expect.poll(() => tileOf('Fatima').getAttribute('data-state')).toBe('oncall');
    await expect
      .poll(async () => (await namesOf('Sales')).slice(0, 3))
      .toEqual(['Fatima', 'Tobias', 'Benedikt']);
    await driver.page.mouse.move(5, 5);
    await expect.poll(async () => (await namesOf('Sales'))[0]).toBe('Benedikt');
  });

  test.each([
    ['Listen', 'listenCall', 'Connecting your phone to listen to Priya Venkataraman.'],
    ['Whisper', 'whisperCall', 'Connecting your phone to whisper to Priya Venkataraman.'],
    ['Barge', 'bargeCall', 'Connecting your phone to join Priya Venkataraman and the lead.'],
  ])(
    "%s requests to join the tile's call, and says that the phone is connecting",
    async (name, request, message) => {
      await open('board');
      await tileOf('Priya').hover();
      await tileOf('Priya').getByRole('button', { name, exact: true }).click();
      await shown(message).waitFor();
      await expectRequests(request, { params: { id: 1004 } });
    },
  );

  test('offers only permitted actions, and only during a conversation', async () => {
    await open('board-listener');
    await tileOf('Priya').waitFor();
    const offered = (name: string) => tileOf(name).getByRole('button').count();
    await expect
      .poll(() => Promise.all(['Priya', 'Benedikt', 'Fatima', 'Deshawn', 'Camille'].map(offered)))
      .toEqual([1, 1, 0, 0, 0]);
  });

  test('says in words what an agent does, and what a button of a tile does', async () => {
    await open('board');
    for (const [name, state] of [
      ['Priya', 'On call'],
      ['Benedikt', 'On hold'],
      ['Fatima', 'Ringing'],
      ['Deshawn', 'Wrap-up'],
      ['Camille', 'Available'],
      ['Ömer', 'Unavailable'],
    ] as const)
      expect(
        await tileOf(name)
          .getByText(state, { exact: true })
          .evaluate((word) => word.clientWidth > 20),
        name,
      ).toBe(true);
    expect(await tileOf('Priya').getByRole('button').allTextContents()).toEqual([
      'Listen',
      'Whisper',
      'Barge',
    ]);
  });

  test("shows an error if the supervisor's phone isn't open", async () => {
    await open('board-phone-offline');
    await tileOf('Priya').hover();
    await tileOf('Priya').getByRole('button', { name: 'Listen', exact: true }).click();
    await alert('Your phone isn’t online.').waitFor();
  });

  test("finds an agent by the lead's name without diacritics", async () => {
    await open('board');
    await field('Search').fill('hakansson');
    await expect.poll(() => driver.page.locator('[data-state]').count()).toBe(1);
    await tileOf('Hiroshi').waitFor();
  });

  test('has no button that covers the name of an agent or lead', async () => {
    await open('board');
    for (const name of ['Priya', 'Benedikt', 'Kwabena', 'Ingeborg']) {
      await tileOf(name).hover();
      const covered = await tileOf(name).evaluate((tile) => {
        const button = tile.querySelector('button')?.parentElement?.getBoundingClientRect();
        if (!button) return ['no buttons'];
        return [...document.querySelectorAll('[data-state] [dir="auto"]')]
          .filter((element) => {
            const text = document.createRange();
            text.selectNodeContents(element);
            // A line's box is 2 px taller than its letters.
            return [...text.getClientRects()].some(
              (line) =>
                line.left < button.right &&
                line.right > button.left &&
                line.top + 2 < button.bottom &&
                line.bottom - 2 > button.top,
            );
          })
          .map(({ textContent }) => textContent);
      });
      expect(covered, name).toEqual([]);
    }
  });

  test('waits for its answer even if changes arrive faster than answers', async () => {
    await open('board-loading');
    await driver.page.evaluate(() => window.gallery.notifyChange());
    await driver.waitForRender();
    await driver.expectRequests('readBoardChanges', { query: { team_id: '' } });
  });

  test('requests only the selected team', async () => {
    await open('board');
    await field('Team').selectOption('Support');
    await expect.poll(() => requests('readBoardChanges')).toContainEqual({ query: { team_id: 2 } });
  });

  test('updates all times from one clock', async () => {
    await open('board');
    await tileOf('Priya').getByText('4:37').waitFor();
    await driver.page.evaluate(() => window.gallery.advance(60));
    await tileOf('Priya').getByText('5:37').waitFor();
    await tileOf('Hiroshi').getByText('62:07').waitFor();
  });

  test('has a table behind each chart', async () => {
    await open('board');
    const speed = role('table', { name: /^Duration of each step/ });
    await speed.getByRole('row', { name: 'Agent accepted 3.9 s 11 s' }).waitFor();
    await shown('The medians of the steps don’t add up to the median of the whole.').waitFor();
    const hours = role('table', { name: 'Leads by hour' });
    await expect.poll(() => hours.getByRole('row', { name: '9 AM 98 41 1' }).count()).toBe(1);
  });

  test('has a tab order that matches its reading order', async () => {
    await open('board');
    await role('link', { name: 'Skip to content' }).focus();
    const reached: string[] = [];
    for (let step = 0; step < 19; step += 1) {
      reached.push(
        await driver.page.evaluate(() => {
          const at = document.activeElement;
          return (
            at?.getAttribute('aria-label') ??
            (at as HTMLInputElement | null)?.labels?.[0]?.textContent ??
            at?.textContent ??
            ''
          );
        }),
      );
      await driver.page.keyboard.press('Tab');
    }
    expect(reached).toEqual([
      'Skip to content',
      'Offhook',
      'SearchCtrl+K',
      'Live board',
      'Reports',
      'Calls',
      'Leads',
      'Open the phone',
      'Keyboard shortcuts',
      'Language and time',
      'Help',
      'Change password',
      'Sign-in and security',
      'Log out',
      'Order of agents',
      'Team',
      'Search',
      'Wallboard',
      'Listen',
    ]);
  });
});

describe('the console', () => {
  test('has a menu in a narrow window, which closes when a page is chosen', async () => {
    await open('board', 360, 720);
    await role('link', { name: 'Calls', exact: true }).waitFor({ state: 'hidden' });
    await button('Menu').click();
    await role('link', { name: 'Calls', exact: true }).click();
    await title('Calls').waitFor();
    await role('link', { name: 'Leads', exact: true }).waitFor({ state: 'hidden' });
  });

  test.each([
    ['a supervisor', 'board', 4],
    ['an administrator', 'board-admin', 16],
  ])('shows %s their pages', async (_, state, pages) => {
    await open(state);
    const rail = role('navigation', { name: 'Console' });
    await expect.poll(() => rail.getByRole('link').count()).toBe(pages);
  });

  test('tells agents that they have no access', async () => {
    await open('no-supervisor');
    await shown('Only supervisors and administrators can open the console.').waitFor();
    await expect.poll(() => role('link', { name: 'Open the phone' }).getAttribute('href')).toBe('/');
  });

  test('moves the focus to the title of the chosen page', async () => {
    await open('calls');
    await role('link', { name: 'Live board', exact: true }).click();
    const focused = () =>
      driver.page.evaluate(() => [document.activeElement?.tagName, document.activeElement?.textContent]);
    await expect.poll(focused).toEqual(['H1', 'Live board']);
  });
});

describe('calls', () => {
  test('are filtered by the URL and by the filters', async () => {
    await open('calls-found');
    await role('link', { name: 'Renée O’Callaghan' }).waitFor();
    await expect.poll(() => role('row').count()).toBe(2);
    await button('More filters').click();
    await field('Direction').selectOption('Inbound');
    await expect
      .poll(() => requests('listCalls'))
      .toContainEqual({
        query: expect.objectContaining({ search: 'Renée', result: 'removed', direction: 'inbound' }),
      });
  });

  const LISTED = 'Includes calls that your agents took for other teams. Reports don’t count these.';
  const COUNTED =
    'Counts the calls of your teams. Calls that your agents took for other teams are only in the list of calls.';

  test('of a limited supervisor say that reports count fewer, and reports do too', async () => {
    await open('calls-limited');
    await shown(LISTED).waitFor();
    await field('Team').selectOption('Support');
    await shown(LISTED).waitFor({ state: 'detached' });
    await open('reports-limited');
    await shown(COUNTED).waitFor();
    await open('calls');
    await title('Calls').waitFor();
    expect(await shown(LISTED).count()).toBe(0);
    await open('reports-supervisor');
    await title('Reports').waitFor();
    expect(await shown(COUNTED).count()).toBe(0);
  });

  test('are those that a report counts if they are opened from it by a supervisor of one team', async () => {
    const addresses = () =>
      role('main')
        .locator('a[href*="/calls?"]')
        .evaluateAll((all) =>
          all.map((one) => new URL(one.getAttribute('href') ?? '', location.origin).searchParams.get('team')),
        );
    await open('reports-limited-one');
    await expect.poll(async () => (await addresses()).length).toBeGreaterThan(1);
    expect(new Set(await addresses())).toEqual(new Set(['2']));
  });

  test('have labels on their date filters', async () => {
    await open('calls');
    for (const label of ['From', 'To'])
      await expect
        .poll(() =>
          field(label, { exact: true }).evaluate((input) => input.previousElementSibling?.textContent),
        )
        .toBe(label);
  });

  test('show the time zone in the tooltip of a time', async () => {
    await open('call');
    const time = driver.page.locator('time').first();
    await time.waitFor();
    expect(await time.getAttribute('title')).toMatch(/^Nov 17, 2026, \d+:\d\d:\d\d [AP]M \S+$/);
  });

  test("show who was rung, who wasn't, and why", async () => {
    await open('call');
    const why = role('region', { name: 'Agent routing' });
    await why.getByText('Outside team or agent hours').waitFor();
    await expect
      .poll(() => why.getByRole('listitem').filter({ hasText: 'Ömer' }).last().textContent())
      .toContain('Not rung');
    await role('region', { name: 'Recordings' }).getByRole('button', { name: 'Play' }).waitFor();
  });

  test('show why an agent rang a colleague', async () => {
    await open('call');
    await driver.page.getByText(/^Priya Venkataraman: Asks about financing, call ends at noon$/).waitFor();
  });
});

test('a recording is fetched only when it is played', async () => {
  const fetched: string[] = [];
  const note = (request: { url(): string }) =>
    request.url().includes('/sounds/') && fetched.push(request.url());
  driver.page.on('request', note);
  await open('call');
  const play = role('region', { name: 'Recordings' }).getByRole('button', { name: 'Play' });
  await play.waitFor();
  await driver.waitForRender();
  expect(fetched).toEqual([]);
  await play.click();
  await expect.poll(() => fetched.length).toBeGreaterThan(0);
  driver.page.off('request', note);
});

describe('a lead', () => {
  test('shows consents and withdrawals', async () => {
    await open('lead');
    const card = driver.page.locator('section', {
      has: role('heading', { level: 2, name: 'Consent' }),
    });
    await card.getByText('Withdrawn by text', { exact: true }).waitFor();
    await card.getByText('Calls and texts', { exact: true }).waitFor();
    await card.getByText(/^I agree that Harbourline Insurance may call and text me/).waitFor();
    await card.getByText('Website forms', { exact: true }).waitFor();
  });

  test('is saved with only the changed fields and its version', async () => {
    await open('lead-admin');
    await field('Company').fill('Harbourline');
    await role('switch', { name: 'Do not call' }).click();
    await shown('2 unsaved changes').waitFor();
    await button('Save').click();
    await expectRequests('changeLead', {
      params: { id: 51 },
      body: { version: 1, company: 'Harbourline', do_not_call: true },
    });
    await shown('2 unsaved changes').waitFor({ state: 'hidden' });
  });

  test('if saving fails, keeps the typed text and shows the reason', async () => {
    await open('lead-not-saved');
    await field('Company').fill('Harbourline');
    await button('Save').click();
    await alert('Something went wrong. Please try again.').waitFor();
    await expect.poll(() => field('Company').inputValue()).toBe('Harbourline');
  });

  test('is read-only for a supervisor', async () => {
    await open('lead');
    await shown('Harbourline Insurance Brokers').waitFor();
    await expect.poll(() => role('textbox').count()).toBe(0);
    await expect.poll(() => button('Save').count()).toBe(0);
  });
});

testEveryState(driver, Object.keys(states), sampled);
