import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expect, Phone, test } from '../phone.ts';
import { Product } from '../product.ts';

const LEAD = '+14155550236';

/**
 * The JSON file that the browser saves. Playwright doesn't report downloads of links in Firefox, so there the file is
 * read from the downloads folder.
 */
async function readSavedFile(page: Page, press: () => Promise<void>): Promise<string> {
  const folder = test.info().project.use.launchOptions?.downloadsPath;
  if (folder === undefined) {
    const download = page.waitForEvent('download');
    await press();
    return readFileSync(await (await download).path(), 'utf8');
  }
  mkdirSync(folder, { recursive: true });
  const before = new Set(readdirSync(folder));
  await press();
  let text = '';
  await expect(() => {
    const file = readdirSync(folder).find((name) => name.endsWith('.json') && !before.has(name));
    expect(file).toBeDefined();
    text = readFileSync(join(folder, file ?? ''), 'utf8');
    JSON.parse(text);
  }).toPass({ timeout: 30_000 });
  return text;
}

/** A separate product, because administrators change its settings. */
const ownProduct = new Product();
test.beforeAll(() => ownProduct.start());
test.afterAll(() => ownProduct.dispose());

async function administratorAt(path: string, browser: Browser): Promise<Phone> {
  const admin = await Phone.visit(browser, ownProduct.url, path);
  await admin.page.setViewportSize({ width: 1280, height: 800 });
  await admin.signIn('admin@demo.test');
  return admin;
}

test('an administrator changes a team’s hours and whisper text, creates an agent and an API key, and a lead sent with that key rings with these settings', async ({
  browser,
}) => {
  test.slow();
  const phone = await Phone.open(browser, ownProduct.url, 'agent@demo.test');
  const admin = await administratorAt('/admin/teams', browser);
  const { page } = admin;
  await expect(page).toHaveURL(/\/admin\/teams$/);

  await page.getByRole('link', { name: 'Sales', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible();
  await page.getByLabel('Open 24/7').uncheck();
  await page.getByRole('button', { name: 'Monday, 9 AM to 5 PM' }).press('Enter');
  const hours = page.getByRole('dialog', { name: 'Hours' });
  await hours.getByLabel('From', { exact: true }).selectOption('12 AM');
  await hours.getByLabel('To', { exact: true }).selectOption('Midnight');
  await hours.getByLabel('Copy to…').selectOption('Every day');
  await hours.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Sunday, 12 AM to midnight' })).toBeVisible();
  await page.getByLabel('Whisper text').fill('Ask {fname} about {category}');
  await expect(page.getByText('2 unsaved changes')).toBeVisible();
  await admin.button('Save').click();
  await expect(page.getByText('2 unsaved changes')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sunday, 12 AM to midnight' })).toBeVisible();
  await expect(page.getByLabel('Whisper text')).toHaveValue('Ask {fname} about {category}');

  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  // The team's page has an ‘Add agent’ button too.
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible();
  await admin.button('Add agent').click();
  await page.getByLabel('Full name').fill('Noor Haddad-Jansen');
  await page.getByLabel('Email').fill('noor@demo.test');
  await page.getByLabel('Password').fill('a-long-password');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Noor Haddad-Jansen' })).toBeVisible();
  await page.getByLabel('Listen', { exact: true }).check();
  await admin.button('Save').click();
  await expect(page.getByText('1 unsaved change')).toBeHidden();

  await page.getByRole('link', { name: 'API keys', exact: true }).click();
  await admin.button('Create key').click();
  await page.getByLabel('Name', { exact: true }).fill('Landing page');
  await admin.button('Create').click();
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  await admin.button('Done').click();

  const response = await fetch(`${ownProduct.url}/api/v1/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ phone_number: LEAD, fname: 'Ada', category: 'Solar' }),
  });
  expect(response.status).toBe(200);
  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(phone.page.getByText('Ask Ada about Solar')).toBeVisible();
  await phone.button('Ignore').click();
  await phone.ready();

  await page.getByRole('link', { name: 'Audit log', exact: true }).click();
  const changes = page.getByRole('table', { name: 'Changes' });
  for (const hasText of [/API key Landing page/, /Team Sales/, /Agent Noor Haddad-Jansen/])
    await expect(changes.getByRole('row').filter({ hasText }).first()).toContainText('Alex Romero');
  expect(admin.console.filter((line) => /Content Security Policy/.test(line))).toEqual([]);
  await admin.close();
  await phone.close();
});

test('an administrator exports a person as a file and erases them, and the lead page says so', async ({
  browser,
}) => {
  const admin = await administratorAt('/admin/leads', browser);
  const { page } = admin;
  const row = page.getByRole('table', { name: 'Leads' }).getByRole('row').last();
  const name = (await row.getByRole('link').textContent()) ?? '';
  expect(name).not.toBe('');
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const copy = await readSavedFile(page, () => admin.button('Export data').click());
  expect(copy).toContain(name);
  const { phone_number: number } = JSON.parse(copy);
  expect(number).toMatch(/^\+\d+$/);

  await admin.button('Erase person').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Erased' })).toBeVisible();
  await expect(page.getByText('This person was erased')).toBeVisible();
  await page.getByRole('link', { name: 'Audit log', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Changes' }).getByText(/^Lead \d+: erased$/)).toBeVisible();
  await page.getByRole('link', { name: 'Leads', exact: true }).click();
  // The audit log has a search field too.
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
  await page.getByLabel('Search').fill(number);
  await expect(page.getByText('No leads match.')).toBeVisible();
  expect(admin.console.filter((line) => /Content Security Policy/.test(line))).toEqual([]);
  await admin.close();
});

test('the console tells an agent, and on administrators’ pages a supervisor, that they lack access', async ({
  browser,
}) => {
  const plain = await Phone.visit(browser, ownProduct.url, '/admin/teams');
  await plain.signIn('plain@demo.test');
  await expect(
    plain.page.getByText('Only supervisors and administrators can open the console.'),
  ).toBeVisible();
  await expect(plain.page.getByRole('link', { name: 'Open the phone' })).toBeVisible();
  await plain.close();
  const supervisor = await Phone.visit(browser, ownProduct.url, '/admin/teams');
  await supervisor.signIn('supervisor@demo.test');
  await expect(supervisor.page.getByText('Only administrators can open this page.')).toBeVisible();
  await supervisor.close();
});

test('language, time zone, clock and date order apply to the console and the phone beside it without a reload', async ({
  browser,
}) => {
  const admin = await administratorAt('/admin/teams', browser);
  const { page } = admin;
  await page.getByRole('link', { name: 'Sales', exact: true }).click();
  await page.getByLabel('Whisper text').fill('Ask for the evening');
  const settings = page.getByRole('dialog');
  const whisper = page.getByLabel(/^(Whisper text|Texto de susurro)/);
  const html = page.locator('html');

  await page.getByRole('button', { name: 'Language and time' }).click();
  await settings.getByLabel('Language').selectOption('es');
  await settings.getByLabel('Time zone').selectOption('America/New_York');
  await settings.getByLabel('Clock').selectOption('24');
  await settings.getByLabel('Date order').selectOption('dmy');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(html).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { name: 'Horario' })).toBeVisible();
  await expect(whisper).toHaveValue('Ask for the evening');
  await page.getByRole('button', { name: 'Descartar' }).click();

  await page.getByRole('link', { name: 'Registro de auditoría' }).click();
  await expect(page.getByRole('columnheader', { name: 'Hora (ET)' })).toBeVisible();
  const requested = page.waitForRequest(
    (request) => request.url().includes('/audit-log?') && request.url().includes('from='),
  );
  await page.getByLabel('Desde', { exact: true }).fill('16/11/2026');
  expect(new URL((await requested).url()).searchParams.get('from')).toBe('2026-11-16T05:00:00.000Z');

  const phone = await Phone.beside(admin, ownProduct.url);
  await expect(phone.page.locator('html')).toHaveAttribute('lang', 'es');
  await page.getByRole('button', { name: 'Idioma y hora' }).click();
  await expect(settings.getByLabel('Formato de hora')).toHaveValue('24');
  await settings.getByLabel('Idioma').selectOption('en');
  await settings.getByRole('button', { name: 'Guardar' }).click();
  await expect(html).toHaveAttribute('lang', 'en');
  await expect(phone.page.locator('html')).toHaveAttribute('lang', 'en');

  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Time (ET)' })).toBeVisible();

  await page.getByRole('link', { name: 'Agents', exact: true }).click();
  await page.getByRole('link', { name: 'Alex Romero', exact: true }).click();
  await page.getByLabel('Time zone', { exact: true }).first().selectOption('America/Chicago');
  await page.getByRole('button', { name: 'Save' }).click();
  // Until then, leaving the page would open a confirmation dialog.
  await expect(page.getByText('1 unsaved change')).toBeHidden();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('columnheader', { name: 'Time (CT)' })).toBeVisible();
});
