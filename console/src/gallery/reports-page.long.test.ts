import { describe, expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';

const driver = galleryDriver();
const { alert, button, expectAccessible, expectRequests, open, requests, role, shown, title } = driver;

const card = (name: string) => role('region', { name, exact: true });
const address = (name: string) => role('link', { name, exact: true }).first().getAttribute('href');
const DAYS = 'from=2026-11-09&to=2026-11-15&zone=America%2FLos_Angeles';
const WEEK = { from: '2026-11-09', to: '2026-11-15' };
const WEEK_BEFORE = { from: '2026-11-02', to: '2026-11-08' };
const TODAY = { from: '2026-11-17', to: '2026-11-17' };

/** The texts of the six figures. */
const figures = () =>
  driver.page
    .locator('main dl')
    .first()
    .locator('div')
    .evaluateAll((all) => all.map((one) => (one.textContent ?? '').replace(/\s+/g, ' ').trim()));

describe('reports', () => {
  test('are read for the period of the address and for the one before', async () => {
    await open('reports');
    await expectRequests('readReport', { query: WEEK }, { query: WEEK_BEFORE });
    await shown('Times in PT').waitFor();
    await expect
      .poll(figures)
      .toEqual([
        'Leads1,284Up8% from 1,189',
        'Contacted43 %Up3 pts from 40%',
        'Speed to lead6.4 sDown1.1 s from 7.5 s',
        'Calls2,486Up2% from 2,437',
        'Missed by agents96Up12 from 84',
        'Talk time148 hUp4% from 142 h',
      ]);
  });

  test('are exported beside the same days as on the page', async () => {
    await open('reports');
    await button('Export').click();
    const link = role('link', { name: 'All figures in one file', exact: true });
    const { from: before_from, to: before_to } = WEEK_BEFORE;
    const file = new URLSearchParams({ ...WEEK, before_from, before_to });
    expect(await link.getAttribute('href')).toBe(`/api/v1/console/reports.csv?${file}`);
  });

  test('have the filters of the address, and no comparison if it says so', async () => {
    await open('reports-filtered');
    const query = { ...WEEK, team_id: 1, agent_id: 3, source: 'form:Solar form' };
    await expectRequests('readReport', { query });
    await button('Filters (2)').waitFor();
    const file =
      '/api/v1/console/reports.csv?from=2026-11-09&to=2026-11-15&team_id=1&agent_id=3&source=form%3ASolar+form';
    await button('Export').click();
    const dialog = role('dialog', { name: 'Export as CSV' });
    const hrefOf = (name: string) => dialog.getByRole('link', { name, exact: true }).getAttribute('href');
    expect(await hrefOf('Agents')).toBe(`${file}&table=agents`);
    expect(await hrefOf('Outcomes by source')).toBe(`${file}&table=sources`);
    expect(await hrefOf('All figures in one file')).toBe(file);
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.poll(figures).toContain('Leads1,284');
    await expect
      .poll(() => card('Agents').getByRole('row').nth(1).textContent())
      .toContain('Camille Desrosiers-Thibodeau');
  });

  test('change with the period, the team and the filters', async () => {
    await open('reports');
    await button('Nov 9 – Nov 15 vs Nov 2 – Nov 8').click();
    await expect
      .poll(() => driver.page.evaluate(() => document.activeElement?.textContent))
      .toBe('Last week');
    await button('Today').click();
    await button('Nov 17 vs Nov 16').waitFor();
    await driver.page.getByLabel('Team', { exact: true }).selectOption('Support');
    await button('Filters').click();
    await driver.page.getByLabel('Number', { exact: true }).selectOption('(702) 555-0186');
    await expect
      .poll(async () => (await requests('readReport')).at(-2))
      .toEqual({ query: { ...TODAY, team_id: 2, number_id: 2 } });
    await driver.page.keyboard.press('Escape');
    await expect.poll(() => role('dialog').count()).toBe(0);
    await expect
      .poll(() => driver.page.evaluate(() => document.activeElement?.textContent))
      .toBe('Filters (1)');
  });

  test('of chosen days refuse a range that ends before it begins', async () => {
    await open('reports');
    await button('Nov 9 – Nov 15 vs Nov 2 – Nov 8').click();
    await driver.page.getByLabel('To', { exact: true }).fill('11/08/2026');
    await button('Apply').click();
    const backwards = 'The last day must be on or after the first.';
    await alert(backwards).waitFor();
    // Also after today, where the browser’s own calendar ends.
    await driver.page.getByLabel('From', { exact: true }).fill('11/30/2026');
    await button('Apply').click();
    expect(await driver.page.locator('form:invalid').count()).toBe(0);
    await alert(backwards).waitFor();
    await driver.page.getByLabel('From', { exact: true }).fill('11/01/2026');
    await button('Apply').click();
    await button('Nov 1 – Nov 8 vs Oct 24 – Oct 31').waitFor();
    await role('switch', { name: 'Compare with the period before' }).waitFor({ state: 'detached' });
    await button('Nov 1 – Nov 8 vs Oct 24 – Oct 31').click();
    await role('switch', { name: 'Compare with the period before' }).click();
    await button('Nov 1 – Nov 8').waitFor();
  });

  test('link each figure of calls to exactly these calls, and of leads to their first calls', async () => {
    await open('reports');
    expect(await address('2,486')).toBe(`/admin/calls?${DAYS}`);
    expect(await address('Solar form, Contacted: 280 leads, 46%')).toBe(
      `/admin/calls?${DAYS}&source=form%3ASolar+form&outcome=contacted`,
    );
    expect(await address('Solar form, Missed: 166 leads, 27%')).toBe(
      `/admin/calls?${DAYS}&source=form%3ASolar+form&outcome=missed`,
    );
    expect(await address('Tuesday, 10 AM–11 AM: 94 calls, 44% contacted')).toBe(
      `/admin/calls?${DAYS}&weekday=2&hour=10`,
    );
    expect(await address('Camille Desrosiers-Thibodeau')).toBe(`/admin/calls?${DAYS}&taken=8`);
    expect(await address('14')).toBe(`/admin/calls?${DAYS}&missed=8`);
    expect(await address('470')).toBe(`/admin/calls?${DAYS}&team=1&outcome=contacted`);
    expect(await address('770')).toBe(`/admin/calls?${DAYS}&number=2`);
    const day = role('link', { name: /^Nov 13: 410 calls, \d+ contacted; 398 before$/ });
    await expect
      .poll(() => day.getAttribute('href'))
      .toBe('/admin/calls?from=2026-11-13&to=2026-11-13&zone=America%2FLos_Angeles');
  });

  test('keep the filters in links, and leave out what Calls can’t list', async () => {
    await open('reports-filtered');
    const filters = 'team=1&source=form%3ASolar+form';
    expect(await address('2,486')).toBe(`/admin/calls?${DAYS}&${filters}&taken=3`);
    expect(await address('43')).toBe(`/admin/calls?${DAYS}&${filters}&outcome=contacted&last=3`);
    await button('Show all').first().click();
    await role('img', { name: 'Other sources, Contacted: 3 leads, 33%' }).waitFor();
  });

  test('sort the agents, as the address says', async () => {
    await open('reports');
    const first = () => card('Agents').getByRole('row').nth(1).getByRole('rowheader').textContent();
    await expect.poll(first).toBe('Fatima al-Rashidi');
    await card('Agents').getByRole('button', { name: 'Missed' }).click();
    await expect.poll(first).toBe('Camille Desrosiers-Thibodeau');
    expect(await role('columnheader', { name: 'Missed', exact: true }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    await card('Agents').getByRole('button', { name: 'Speed' }).click();
    await expect.poll(first).toBe('Fatima al-Rashidi');
    await card('Agents').getByRole('button', { name: 'Show all' }).click();
    await card('Agents').getByText('Guðrún Sigurðardóttir').waitFor();
  });

  test('move in the grid of hours by arrows, with a tip beside the focus', async () => {
    await open('reports');
    const grid = role('grid', { name: 'Calls by hour' });
    const stops = () => grid.locator('[tabindex="0"]').count();
    await grid.locator('[tabindex="0"]').focus();
    await driver.page.keyboard.press('ArrowDown');
    await driver.page.keyboard.press('ArrowRight');
    await driver.page.keyboard.press('ArrowRight');
    await driver.hasFocus('Tuesday, 10 AM–11 AM: 94 calls, 44% contacted');
    await shown('Tuesday, 10 AM–11 AM').waitFor();
    expect(await stops()).toBe(1);
    await driver.page.keyboard.press('Control+End');
    await driver.hasFocus('Sunday, 7 PM–8 PM: No calls');
  });

  test('move along the columns of a chart by arrows', async () => {
    await open('reports');
    const chart = role('group', { name: 'Attempts until contact' });
    await chart.locator('[tabindex="0"]').focus();
    await driver.page.keyboard.press('End');
    await driver.hasFocus('Attempt 6 or later: 11 leads, 2%');
    await driver.page.keyboard.press('ArrowLeft');
    await driver.hasFocus('Attempt 5: 14 leads, 3%');
    await shown('Attempt 5').waitFor();
  });

  test('let administrators change the rates of the estimate', async () => {
    await open('reports');
    await button('Edit rates').click();
    await driver.field('Outbound, per minute').fill('free');
    await button('Save').click();
    await shown('Enter a rate from 0 to 1,000.').waitFor();
    await driver.field('Outbound, per minute').fill('0,02');
    await button('Save').click();
    await expectRequests('changeCallRates', {
      body: {
        version: 3,
        currency: 'USD',
        rates: { browser: 0.004, outbound: 0.02, inbound: 0.0085, recording: 0.0025, text: 0.0083 },
      },
    });
    await expect.poll(() => role('dialog').count()).toBe(0);
  });

  test('are sent by mail with their filters, to chosen users, on a schedule', async () => {
    await open('reports-filtered');
    await button('Send by mail').click();
    const dialog = role('dialog');
    const shownTeam = dialog.getByLabel('Team', { exact: true });
    await expect.poll(() => shownTeam.inputValue()).toBe('1');
    await dialog.getByLabel('Number', { exact: true }).selectOption('Main line ((415) 555-0100)');
    await dialog.getByLabel('How often').selectOption('monthly');
    await dialog.getByRole('checkbox', { name: 'Jonathan Abernathy-Wellington' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await alert('Choose at least one recipient.').waitFor();
    await dialog.getByRole('checkbox', { name: 'Eleanor Blackwood-Montgomery' }).check();
    await driver.expectAccessible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectRequests('addReportMail', {
      body: {
        frequency: 'monthly',
        minute: 480,
        language: 'en',
        compares: false,
        recipient_ids: [901],
        filters: { team_id: 1, agent_id: 3, source: 'form:Solar form', number_id: 1 },
      },
    });
    await title('Reports by mail').waitFor();
    await role('status').getByText('Saved', { exact: true }).waitFor();
  });

  test('by mail can be edited, paused, sent now, removed and stopped', async () => {
    await open('report-mails');
    const daily = (action: string) => button(`${action}: Every day at 8 AM, of the day before`);
    await daily('Pause').click();
    await expectRequests('changeReportMail', { params: { id: 1 }, body: { is_paused: true, version: 1 } });
    await daily('Send now').click();
    await alert('A mail was sent a moment ago. Try again in a minute.').waitFor();
    await daily('Stop for me').click();
    await expectRequests('stopReportMail', { params: { id: 1 } });
    await daily('Remove').click();
    await role('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectRequests('removeReportMail', { params: { id: 1 } });
    await daily('Edit').click();
    await role('dialog').getByLabel('Language').selectOption('Español');
    await role('dialog').getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await requests('changeReportMail')).length).toBe(2);
    const body = {
      frequency: 'daily',
      minute: 480,
      language: 'es',
      compares: true,
      recipient_ids: [902, 901],
      version: 1,
    };
    const bodies = () => requests('changeReportMail');
    expect((await bodies())[1]).toMatchObject({ body });
    const saved = role('status').getByText('Saved', { exact: true });
    await saved.waitFor();
    await daily('Edit').click();
    await saved.waitFor({ state: 'detached' });
    await role('dialog').getByLabel('Team', { exact: true }).selectOption('Sales');
    await role('dialog').getByLabel('Source').selectOption('Solar form');
    await driver.expectAccessible();
    await role('dialog').getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await bodies())[2])
      .toMatchObject({
        body: { ...body, language: 'en', filters: { team_id: 1, source: 'form:Solar form' } },
      });
  });

  test('can’t be sent by mail without a mail server', async () => {
    await open('reports-no-mail-server');
    await button('Send by mail').click();
    await role('dialog')
      .getByText(/The operator sets SMTP_URL and MAIL_FROM/)
      .waitFor();
    expect(await role('dialog').getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  test('don’t offer that to supervisors', async () => {
    await open('reports-supervisor');
    await card('Minutes and estimated cost').waitFor();
    expect(await button('Edit rates').count()).toBe(0);
  });

  test('of a period without calls offer the last 30 days', async () => {
    await open('reports-empty');
    await shown('No calls in this period.').waitFor();
    await button('Show last 30 days').click();
    await expect
      .poll(async () => (await requests('readReport')).map((input) => Object.values(input)[0]))
      .toContainEqual({ from: '2026-10-19', to: '2026-11-17' });
    await expect.poll(() => button('Show last 30 days').count()).toBe(0);
  });

  test('that fail show the reason and can be tried again', async () => {
    await open('reports-failed');
    await alert('Something went wrong. Please try again.').waitFor();
    await driver.page.evaluate(() => window.gallery.answerAs('reports'));
    await button('Try again').click();
    await card('Speed to lead').waitFor();
  });
});

test('the live board leads to the reports of today', async () => {
  await open('board');
  await role('link', { name: 'Open reports', exact: true }).click();
  await title('Reports').waitFor();
  await expect.poll(async () => (await requests('readReport'))[0]).toEqual({ query: TODAY });
});

describe('a table that doesn’t fit', () => {
  const table = (name: string) => role('region', { name: `${name}: table`, exact: true });

  test('can be scrolled by the keyboard', async () => {
    await open('reports', 390);
    await table('Teams').focus();
    await driver.page.keyboard.press('ArrowRight');
    await expect.poll(() => table('Teams').evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    expect(await table('Minutes and estimated cost').count()).toBe(0);
  });

  test('can be scrolled too if its page is wide', async () => {
    await open('reports', 1280);
    await card('Outcomes by source')
      .getByRole('button', { name: /^Show as table/ })
      .click();
    await table('Outcomes by source').waitFor();
    expect(await table('Teams').count()).toBe(0);
  });
});

test('the colors of the hours are explained on a narrow page', async () => {
  await open('reports', 390);
  const scale = card('Calls by hour').locator('[aria-hidden] > span').first();
  await scale.waitFor({ state: 'visible' });
});

test('what the figures were before stands in one line', async () => {
  await open('reports');
  const tops = await driver.page
    .locator('main dl')
    .first()
    .locator('dd:last-child')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});
