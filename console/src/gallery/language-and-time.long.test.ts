/** The console follows the user's language, time zone, clock and date order, in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';
import { expectNoOverflow } from './states/every-state.ts';

const driver = galleryDriver();
const { requests, button, field, expectRequests, expectAccessible, open, role, shown, title } = driver;

const heads = () => role('columnheader').allTextContents();
const times = () => driver.page.locator('main time').allTextContents();
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const lastQuery = async (name: string) => (await requests(name)).at(-1);

describe('a user whose time zone isn’t the computer’s', () => {
  test('sees the zone in column headers instead of each row', async () => {
    await open('calls-elsewhere');
    await expect.poll(heads).toEqual(['Call', 'Status and result', 'Agent', 'Time (ET)']);
    expect((await times())[0]).toBe('17 Nov 2026, 13:01');
  });

  test('sees the zone in each row of a narrow screen, which has no column headers', async () => {
    await open('calls-elsewhere', 390);
    await expect.poll(async () => (await times())[0]).toBe('17 Nov 2026, 13:01 ET');
    await open('api-keys-elsewhere', 390);
    await expect
      .poll(async () => new Set((await times()).map((time) => time.slice(-3))))
      .toEqual(new Set([' ET']));
  });

  test('sees the zone after single times', async () => {
    await open('call-elsewhere');
    await expect.poll(async () => (await times()).every((time) => / \d\d:\d\d ET$/.test(time))).toBe(true);
    await driver.page.evaluate(() => window.gallery.setStale(true));
    await expect.poll(() => role('alert').textContent()).toBe('Not updated since 13:02 ET');
  });

  test('sees since which day an agent has a status, and a page is not updated, unless it is today', async () => {
    await open('agent-lunch');
    await driver.shown('Since 8:55 AM').waitFor();
    await open('agent-lunch-yesterday');
    await driver.shown('Since Nov 16, 2026, 10:02 AM').waitFor();
    await driver.page.evaluate(() => window.gallery.setStale(true));
    await expect.poll(() => role('alert').textContent()).toBe('Not updated since 10:02 AM');
    await driver.page.evaluate(() => window.gallery.advance(86_400));
    await expect.poll(() => role('alert').textContent()).toBe('Not updated since Nov 17, 2026, 10:02 AM');
  });

  test('sees the zone in the lines of an import', async () => {
    await open('lead-file-elsewhere');
    await role('link', { name: 'Scheduled for 18 Nov 2026, 12:00 ET' }).waitFor();
  });

  test("sees which time zone's day the board shows", async () => {
    await open('board-elsewhere');
    await role('region', { name: 'Today (PT)' }).waitFor();
    await role('region', { name: 'Leads by hour (PT)' }).waitFor();
  });

  test('sees in which time zone a team opens', async () => {
    await open('team-elsewhere');
    await shown('Open until 12:00 PT').waitFor();
    await button('Monday, 08:00 to 12:00').waitFor();
  });
});

describe.each(['es', 'pseudo'])('in %s', (language) => {
  const setLanguage = (wanted: string) =>
    driver.page.evaluate((one) => window.gallery.setLanguage(one), wanted);
  beforeAll(() => setLanguage(language));
  afterAll(() => setLanguage('en'));

  test.each([
    'api-keys-elsewhere',
    'api-keys-abroad',
    'webhook-elsewhere',
    'webhook-abroad',
    'do-not-call-elsewhere',
    'do-not-call-abroad',
    'integrations',
    'team',
  ])('every button stays in its card on a narrow screen on %s', async (state) => {
    await open(state, 380);
    await expectNoOverflow(driver, 380);
    await expectNoOverflow(driver, 360);
  });

  test.each(['board', 'board-elsewhere'])('every table stays in its card on %s', async (state) => {
    await open(state);
    await role('table').first().waitFor();
    await expectNoOverflow(driver, 1280);
  });
});

test('a time zone without a short name is written out in column headers, and is an offset beside a single time', async () => {
  await driver.page.evaluate(() => window.gallery.setLanguage('es'));
  await open('calls-abroad');
  await expect.poll(async () => (await heads()).at(-1)).toBe('Hora (hora de Europa central)');
  await open('call-abroad');
  await expect
    .poll(async () => (await times()).every((time) => / (?:a|p)\.m\. GMT\+1$/.test(plain(time))))
    .toBe(true);
  await driver.page.evaluate(() => window.gallery.setLanguage('en'));
});

test('the steps of a call have a column of durations, not of times of day', async () => {
  await driver.page.evaluate(() => window.gallery.setLanguage('es'));
  await open('call');
  await role('columnheader', { name: 'Tiempo', exact: true }).waitFor();
  await driver.page.evaluate(() => window.gallery.setLanguage('en'));
});

test('the heads of the counts of deliveries are plural', async () => {
  await driver.page.evaluate(() => window.gallery.setLanguage('es'));
  await open('integrations');
  for (const name of ['Pendientes', 'Entregados', 'Fallidos'])
    await role('columnheader', { name, exact: true }).waitFor();
  await driver.page.evaluate(() => window.gallery.setLanguage('en'));
});

test('a user in the computer’s time zone sees no time zone', async () => {
  await open('calls');
  await expect.poll(heads).toEqual(['Call', 'Status and result', 'Agent', 'Time']);
  expect((await times())[0]).toBe('Nov 17, 2026, 10:01 AM');
  await open('board');
  await role('region', { name: 'Today', exact: true }).waitFor();
});

describe('a day filter', () => {
  const from = () => field('From', { exact: true });

  test("uses the user's time zone and date order", async () => {
    await open('calls-elsewhere');
    await from().fill('16/11/2026');
    await field('To', { exact: true }).fill('2026-11-16');
    await expect
      .poll(() => lastQuery('listCalls'))
      .toEqual({
        query: expect.objectContaining({
          from: '2026-11-16T05:00:00.000Z',
          to: '2026-11-17T05:00:00.000Z',
        }),
      });
    await field('To', { exact: true }).blur();
    await expect.poll(() => field('To', { exact: true }).inputValue()).toBe('16/11/2026');
  });

  test('accepts a two-digit year on blur, and completes it', async () => {
    await open('audit-log');
    await from().fill('11/16/26');
    await from().press('Enter');
    await expect.poll(() => from().inputValue()).toBe('11/16/2026');
    await expect
      .poll(() => lastQuery('listAuditLog'))
      .toEqual({ query: expect.objectContaining({ from: '2026-11-16T08:00:00.000Z' }) });
    await from().fill('');
    await expect
      .poll(() => lastQuery('listAuditLog'))
      .toEqual({ query: expect.not.objectContaining({ from: expect.anything() }) });
  });

  test('shows the expected format for an invalid day', async () => {
    await open('audit-log');
    await from().fill('16/11/2026');
    await from().blur();
    await driver.alert('Enter a date as mm/dd/yyyy.').waitFor();
    await expect.poll(() => from().getAttribute('aria-invalid')).toBe('true');
    await expectAccessible();
    await from().fill('11/16/2026');
    await role('alert').waitFor({ state: 'detached' });
  });

  test('accepts a day from the browser’s calendar', async () => {
    await open('audit-log');
    await driver.page.locator('input[type="date"]').first().fill('2026-11-16');
    await expect.poll(() => from().inputValue()).toBe('11/16/2026');
  });
});

/** The texts that don't fit into their field, and the times that extend beyond the page. */
const findCutOffTexts = () =>
  driver.page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('main input:not([type="date"])')];
    const moments = [...document.querySelectorAll('main time')];
    const { right = 0 } = document.querySelector('main')?.getBoundingClientRect() ?? {};
    return [
      ...fields.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ value }) => value),
      ...moments.filter((time) => time.getBoundingClientRect().right > right).map((time) => time.textContent),
    ];
  });

describe.each([
  [390, 'en'],
  [1280, 'es'],
  [1920, 'en'],
  [1920, 'es'],
])('at %i px in %s', (width, language) => {
  beforeAll(() => driver.page.evaluate((one) => window.gallery.setLanguage(one), language));
  afterAll(() => driver.page.evaluate(() => window.gallery.setLanguage('en')));

  test.each([
    'board',
    'board-afternoon',
    'board-evening',
    'board-afternoon-elsewhere',
    'board-evening-elsewhere',
  ])('hours fit below the bars on %s', async (state) => {
    await open(state, width, 860);
    const edges = await driver.page.locator('figure [aria-hidden] > span > :last-child').evaluateAll((all) =>
      all
        .filter((label) => getComputedStyle(label).visibility === 'visible')
        .map((label) => {
          const text = document.createRange();
          text.selectNodeContents(label);
          const { left, right } = text.getBoundingClientRect();
          const isCut = getComputedStyle(label).overflowX === 'clip' && label.scrollWidth > label.clientWidth;
          return { left, right: isCut ? Number.POSITIVE_INFINITY : right };
        }),
    );
    expect(edges.length).toBeGreaterThan(1);
    for (const [at, { left }] of edges.slice(1).entries()) expect(edges[at]?.right).toBeLessThanOrEqual(left);
    expect(edges.at(-1)?.right).toBeLessThan(width);
  });

  test.each(['calls', 'calls-elsewhere', 'audit-log-elsewhere'])(
    'days and times fit on %s',
    async (state) => {
      await open(state, width, 860);
      const label = language === 'es' ? 'Hasta' : 'To';
      // A narrow page folds the filters of the calls.
      if (width === 390 && state !== 'audit-log-elsewhere')
        await button(language === 'es' ? 'Filtros' : 'Filters').click();
      await field(label, { exact: true }).fill('2026-10-28');
      await field(label, { exact: true }).blur();
      await driver.page.locator('main time').first().waitFor();
      await driver.waitForRender();
      expect(await findCutOffTexts()).toEqual([]);
      expect(await driver.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
    },
  );
});

describe('language and time', () => {
  const chosen = {
    language: 'es',
    time_zone: 'America/New_York',
    clock: '24',
    date_order: 'dmy',
  } as const;
  const choose = async () => {
    await button('Language and time').click();
    const dialog = role('dialog', { name: 'Language and time' });
    await dialog.getByLabel('Language').selectOption('Español');
    await dialog.getByLabel('Time zone').selectOption('America/New_York');
    await dialog.getByLabel('Clock').selectOption('24-hour');
    await dialog.getByLabel('Date order').selectOption('17 Nov 2026');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectRequests('setLocale', { body: chosen });
  };

  test('apply to the whole page immediately, and keep typed text', async () => {
    await open('team');
    await field('Whisper text').fill('Ask for the evening');
    await choose();
    await title('Sales').waitFor();
    await role('heading', { level: 2, name: 'Horario' }).waitFor();
    await role('link', { name: 'Agentes', exact: true }).waitFor();
    await shown('1 cambio sin guardar').waitFor();
    await button('lunes, de 08:00 a 12:00').waitFor();
    const typed = driver.page
      .locator('textarea')
      .evaluateAll((all) => all.map((area) => (area instanceof HTMLTextAreaElement ? area.value : '')));
    expect(await typed).toContain('Ask for the evening');
    expect(await driver.page.evaluate(() => document.documentElement.lang)).toBe('es');
  });

  test('change the times of a list, which is refetched in the new language', async () => {
    await open('audit-log');
    await shown('Nov 17, 2026, 9:47 AM').waitFor();
    await choose();
    await role('columnheader', { name: 'Hora (ET)' }).waitFor();
    await shown('17 nov 2026, 12:47').waitFor();
    expect(await requests('listAuditLog')).toHaveLength(2);
    await expect.poll(() => driver.page.title()).toBe('Registro de auditoría – Offhook');
  });

  test.each([
    ['not-found', 'Página no encontrada'],
    ['administration-forbidden', 'Administración'],
    ['retention', 'Retención de datos'],
  ])('saved in another page apply to %s', async (state, heading) => {
    await open(state);
    await driver.page.evaluate((locale) => window.gallery.applyLocale(locale), chosen);
    await title(heading).waitFor();
    await role('link', { name: 'Llamadas', exact: true }).waitFor();
  });

  test('show the saved values, and offer the computer’s time zone', async () => {
    await open('calls-elsewhere');
    await button('Language and time').click();
    const dialog = role('dialog', { name: 'Language and time' });
    const value = (label: string) => dialog.getByLabel(label).inputValue();
    await expect
      .poll(async () => [await value('Language'), await value('Time zone'), await value('Clock')])
      .toEqual(['', 'America/New_York', '24']);
    await dialog.getByRole('button', { name: /America.Los_Angeles$/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(heads).toEqual(['Call', 'Status and result', 'Agent', 'Time']);
    await expectRequests('setLocale', {
      body: { language: null, time_zone: 'America/Los_Angeles', clock: '24', date_order: 'dmy' },
    });
  });
});
