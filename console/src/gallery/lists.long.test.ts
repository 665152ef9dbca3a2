/** Filters and export of the lists of calls and leads, in a real browser. */
import { describe, expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';

const driver = galleryDriver();
const { requests, button, expectAccessible, field, open, role, shown } = driver;

const lastQuery = async (name: string) =>
  ((await requests(name)).at(-1) as { readonly query?: object } | undefined)?.query;
const link = (name: string) => role('link', { name, exact: true });

describe('the list of calls', () => {
  test('opened from a report has its filters in the report’s zone, and shows those that are folded', async () => {
    await open('calls-of-report');
    await shown('Days and hours in Central European Time').waitFor();
    await expect
      .poll(() => lastQuery('listCalls'))
      .toEqual(
        expect.objectContaining({
          from: '2026-11-15T23:00:00.000Z',
          to: '2026-11-22T23:00:00.000Z',
          weekday: 2,
          hour: 10,
          source: 'form:Solar form',
          taken_by: 4,
          time_zone: 'Europe/Madrid',
        }),
      );
    expect(await field('Source').inputValue()).toBe('form:Solar form');
    expect(await field('Hour').locator('option:checked').textContent()).toBe('10 AM–11 AM');
    await expectAccessible();
    await button('Use my time zone').click();
    await expect
      .poll(() => lastQuery('listCalls'))
      .toEqual(
        expect.objectContaining({ from: '2026-11-16T08:00:00.000Z', time_zone: 'America/Los_Angeles' }),
      );
    await button('Clear filters').click();
    await expect
      .poll(() => lastQuery('listCalls'))
      .toEqual({ limit: 50, search: '', time_zone: 'America/Los_Angeles' });
  });

  test('is exported with the filters that it shows', async () => {
    await open('calls-of-report');
    const href = await link('Export 96 calls').getAttribute('href');
    const { pathname, searchParams } = new URL(href ?? '', 'http://gallery');
    expect(pathname).toBe('/api/v1/console/calls.csv');
    expect(Object.fromEntries(searchParams)).toEqual({
      from: '2026-11-15T23:00:00.000Z',
      to: '2026-11-22T23:00:00.000Z',
      weekday: '2',
      hour: '10',
      source: 'form:Solar form',
      taken_by: '4',
      time_zone: 'Europe/Madrid',
    });
    await expect
      .poll(() => lastQuery('countCalls'))
      .toEqual(expect.objectContaining({ weekday: 2, hour: 10 }));
  });

  test('has nothing to export if it is empty, and no number before it is known', async () => {
    await open('calls-none');
    await expect.poll(() => button('Nothing to export').isDisabled()).toBe(true);
    await open('calls-loading');
    await link('Export').waitFor();
  });

  test('folds its filters on a narrow page, and says how many are set', async () => {
    await open('calls-of-report', 390);
    await field('Search').waitFor();
    expect(await field('Source').count()).toBe(0);
    await button('Filters (6)').click();
    await field('Source').waitFor();
    await expectAccessible();
    await button('Filters (6)').press('Enter');
    await expect.poll(() => field('Source').count()).toBe(0);
  });

  test('starts at its first page after a filter changes', async () => {
    await open('calls');
    await link('Next').click();
    await expect.poll(() => lastQuery('listCalls')).toEqual(expect.objectContaining({ cursor: 73 }));
    await field('Team').selectOption('Sales');
    await expect.poll(() => lastQuery('listCalls')).toEqual(expect.objectContaining({ team_id: 1 }));
    expect(await lastQuery('listCalls')).toEqual(expect.not.objectContaining({ cursor: 73 }));
  });
});

test('the list of leads is filtered by its address, also by a source that is not offered anymore', async () => {
  await open('leads-found');
  await expect
    .poll(() => lastQuery('listLeads'))
    .toEqual(
      expect.objectContaining({
        state: 'removed',
        tag_id: 1,
        source: 'form:Old form',
        from: '2026-11-16T08:00:00.000Z',
      }),
    );
  expect(await field('Source').locator('option:checked').textContent()).toBe('Old form');
  expect(await field('Tag').locator('option:checked').textContent()).toBe('Interested (Sales)');
  const href = await link('Export 1 lead').getAttribute('href');
  expect(href).toContain('/api/v1/console/leads.csv?');
  expect(href).toContain('state=removed');
  await expectAccessible();
});

test('phone numbers stay on one line beside the longest names', async () => {
  for (const state of ['full-leads', 'full-numbers', 'full-do-not-call']) {
    await open(state);
    await role('table').waitFor();
    const lines = await driver.page
      .locator('tbody bdi[dir="ltr"]')
      .evaluateAll((all) => all.map((one) => one.getClientRects().length));
    expect(Math.max(...lines), state).toBe(1);
  }
});

test('a narrow page names each value, and the values of all rows start at the same place', async () => {
  for (const [state, name, value] of [
    ['calls', 'Agent', 'Priya Venkataraman'],
    ['leads', 'Owner', 'Priya Venkataraman'],
    ['agents', 'Teams', 'Sales'],
  ] as const) {
    await open(state, 390);
    const line = driver.page.locator('tbody th > span', { has: shown(name) }).filter({ hasText: value });
    await line.first().waitFor();
    const starts = await driver.page
      .locator('tbody th > span', { has: shown(name) })
      .evaluateAll((all) => all.map((one) => one.lastElementChild?.getBoundingClientRect().left));
    expect(new Set(starts).size, state).toBe(1);
  }
  await open('import-preview', 390);
  await driver.page
    .locator('tbody th')
    .filter({ hasText: /^Row 2/ })
    .waitFor();
});
