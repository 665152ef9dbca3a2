import { describe, expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';
import { expectNoOverflow } from './states/every-state.ts';

const driver = galleryDriver();
const { button, open, role, title } = driver;

const card = (name: string) => role('region', { name, exact: true });

describe('reports', () => {
  test.each([
    ['Calls by hour', '10 AM', '74'],
    ['Outcomes by source', 'Solar form', '280 (46%)'],
    ['Calls by day', 'Nov 13', '410'],
    ['Attempts until contact', 'Attempt 2', '132'],
    ['Time per status', 'Priya Venkataraman', '1:14 h'],
  ])('show %s as a table', async (name, row, figure) => {
    await open('reports');
    await card(name).getByRole('button', { name: 'Show as table' }).click();
    await card(name)
      .first()
      .getByRole('row', { name: new RegExp(`^${row} `) })
      .getByRole('cell', { name: figure, exact: true })
      .first()
      .waitFor();
    await card(name).first().getByRole('button', { name: 'Show as chart' }).waitFor();
    await driver.expectAccessible();
  });

  test('have accessible panels and dialogs', async () => {
    await open('reports');
    await button('Nov 9 – Nov 15 vs Nov 2 – Nov 8').click();
    await driver.expectAccessible();
    await driver.page.keyboard.press('Escape');
    await button('Filters').click();
    await driver.expectAccessible();
    await driver.page.keyboard.press('Escape');
    await button('Edit rates').click();
    await driver.field('Outbound, per minute').fill('free');
    await button('Save').click();
    await driver.expectAccessible();
  });

  test('load the chart library after everything else', async () => {
    const page = await driver.openSeparately(() => {});
    const held: (() => void)[] = [];
    await page.route(/columns-chart.*\.js/, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.evaluate(() => window.gallery.show('reports'));
    await page.getByRole('grid', { name: 'Calls by hour' }).waitFor();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const chart = page.getByRole('group', { name: 'Attempts until contact' });
    expect(await chart.count()).toBe(0);
    for (const load of held) load();
    await chart.waitFor();
    await page.close();
  });

  test.each(['reports', 'reports-sparse', 'reports-loading'])(
    '%s fit every width and have no accessibility violation',
    async (state) => {
      await open(state, 1920);
      await title('Reports').waitFor();
      for (const width of [1920, 1280, 1100, 640, 390]) await expectNoOverflow(driver, width);
      await driver.expectAccessible();
    },
  );
});
