import { type Formats, formatDateTime, formatDayTime } from '@offhook/i18n/formats';
import type { Page } from '@playwright/test';
import { expect, LEAD, Phone, partyHears, SPEECH, test } from '../phone.ts';

const SUPERVISOR = 'supervisor@demo.test';
const CHOSEN: Formats = { tag: 'es-US', timeZone: 'America/New_York', clock: '24', dateOrder: 'dmy' };

declare global {
  interface Window {
    /** A reload clears it. */
    offhookMark?: boolean;
  }
}

const choose = async (page: Page, label: string, value: string) => {
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/user/locale'));
  await page.getByLabel(label, { exact: true }).selectOption(value);
  expect((await answered).ok()).toBe(true);
};

test('language, time zone, clock and date order apply immediately and everywhere, and keep a call', async ({
  browser,
  own,
}) => {
  test.slow();
  await own.start();
  const phone = await Phone.open(browser, own.url, SUPERVISOR);
  const { page } = phone;
  await page.evaluate(() => {
    window.offhookMark = true;
  });
  const wasReloaded = () => page.evaluate(() => window.offhookMark !== true);

  await test.step('changing the language during a call keeps the call and the typed text', async () => {
    let save = () => {};
    const maySave = new Promise<void>((resolve) => {
      save = resolve;
    });
    const path = '**/api/v1/user/locale';
    await page.route(path, async (route) => {
      await maySave;
      await route.continue();
    });
    await phone.openSettings();
    await page.getByLabel('Language', { exact: true }).selectOption('es');
    await phone.talkTo(LEAD, { first: 'Zoe', last: 'Zone' });
    await phone.button('Transfer').click();
    await page.getByLabel('Search').fill('okaf');
    save();
    await expect(page.getByLabel('Buscar')).toHaveValue('okaf');
    await page.unroute(path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await page.keyboard.press('Escape');
    await expect(phone.button('Colgar')).toBeVisible();
    await phone.talks();
    await phone.hearsSpeech();
    await partyHears(own, LEAD, (level) => level > SPEECH, 'the lead to hear the agent');
    await phone.button('Colgar').click();
    await expect(phone.heading('Resultado de la llamada')).toBeVisible();
    expect(await wasReloaded()).toBe(false);
  });

  // A reload loses the result, so that it is missing.
  await page.reload();
  await expect(phone.heading('Falta el resultado: Zoe Zone')).toBeVisible();
  const console = await Phone.beside(phone, `${own.url}/admin/calls`);
  await console.page.setViewportSize({ width: 1280, height: 800 });
  const response = await page.request.get(`${own.url}/api/v1/console/calls?limit=1`);
  const { data } = (await response.json()) as { data: { id: number; started_at: string }[] };
  const [call] = data;
  if (!call) throw new Error('the call is missing');
  const at = new Date(call.started_at);
  const [day, full] = [formatDayTime(at, CHOSEN), formatDateTime(at, CHOSEN)];

  await test.step('each setting applies without a reload', async () => {
    await page.evaluate(() => {
      window.offhookMark = true;
    });
    await page.getByRole('navigation').getByRole('button', { name: 'Configuración', exact: true }).click();
    await choose(page, 'Zona horaria', 'America/New_York');
    await choose(page, 'Formato de hora', '24');
    await choose(page, 'Orden de la fecha', 'dmy');
    await phone.button('Cerrar').click();
    // The browser's time zone is Los Angeles, so times name the chosen time zone.
    await expect(page.getByText(`${day} ET`)).toBeVisible();
    expect(await wasReloaded()).toBe(false);
  });

  const expectTimes = async (tab: Page) => {
    await expect(tab.getByText(`${day} ET`)).toBeVisible();
    await tab.getByRole('navigation').getByRole('button', { name: 'Historial', exact: true }).click();
    await expect(tab.getByText('Zona horaria: ET')).toBeVisible();
    await expect(tab.locator('[data-panel] tbody tr').first()).toContainText(day);
    await tab.setViewportSize({ width: 1280, height: 800 });
    await expect(tab.getByRole('columnheader', { name: 'Hora (ET)' })).toBeVisible();
    await expect(tab.locator('[data-panel] tbody tr').first()).toContainText(day);
    await tab.setViewportSize({ width: 420, height: 780 });
    await tab.goto(`${own.url}/admin/calls/${call.id}`);
    await expect(tab.getByText(`${full} ET`).first()).toBeVisible();
    await tab.goto(own.url);
  };

  await test.step('history, missing result and console show the same time, also after a reload', async () => {
    await expectTimes(page);
    await page.reload();
    await expectTimes(page);
  });

  await test.step('another browser shows the same time right after its first login', async () => {
    const second = await Phone.visit(browser, own.url);
    await second.signIn(SUPERVISOR);
    await expectTimes(second.page);
    await second.close();
  });

  await test.step('a change in the phone reaches an open console of the same browser', async () => {
    await expect(console.page.locator('html')).toHaveAttribute('lang', 'es');
    await page.getByRole('navigation').getByRole('button', { name: 'Configuración', exact: true }).click();
    await choose(page, 'Idioma', 'en');
    await expect(phone.heading('Settings')).toBeVisible();
    await expect(console.page.locator('html')).toHaveAttribute('lang', 'en');
  });
});
