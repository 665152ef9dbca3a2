import { readFileSync } from 'node:fs';
import { expect, Phone, test } from '../phone.ts';

/** As a spreadsheet saves it. */
const FILE = [
  '\uFEFFNombre completo;Teléfono;Correo;Techo',
  'Imogen Import;+14155550271;imogen@import.example;Teja',
  'Otra vez;(415) 555-0271;;',
  'Sin número;;;',
].join('\r\n');

test('a file is mapped, previewed and imported, its lead rings, and its invalid rows are downloaded', async ({
  browser,
  phone,
  product,
}) => {
  const admin = await Phone.visit(browser, product.url, '/admin/leads');
  const { page } = admin;
  await page.setViewportSize({ width: 1280, height: 900 });
  await admin.signIn('admin@demo.test');
  await page.getByRole('link', { name: 'Import leads' }).click();
  await page
    .getByLabel('Lead import file')
    .setInputFiles({ name: 'primavera.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });

  await expect(page.getByText('primavera.csv')).toBeVisible();
  await expect(page.getByText('3 of 4 matched, 1 form field')).toBeVisible();
  await expect(page.getByLabel('Offhook field for Techo')).toHaveValue('field');
  await expect(page.getByRole('cell', { name: 'Duplicate of row 2' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Phone number missing' })).toBeVisible();
  await page.getByLabel('As soon as an agent is free').check();
  await page.getByLabel('Source').fill('Primavera');
  await page.getByLabel('Source').blur();
  await admin.button('Import 1 lead').click();
  await expect(page.getByText('1 lead imported')).toBeVisible();

  await expect(phone.heading('Incoming Lead!')).toBeVisible();
  await expect(phone.heading('Imogen Import')).toBeVisible();
  await phone.button('Ignore').click();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download 2 rows' }).click();
  const saved = readFileSync(await (await download).path(), 'utf8');
  expect(saved.split('\r\n').slice(0, 3)).toEqual([
    '\uFEFFNombre completo,Teléfono,Correo,Techo,Reason',
    'Otra vez,(415) 555-0271,,,Duplicate of row 2',
    'Sin número,,,,Phone number missing',
  ]);
  await admin.close();
});
