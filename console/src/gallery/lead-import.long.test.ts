import { expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';

const driver = galleryDriver();
const { open, role, title, button, shown, expectRequests, expectAccessible } = driver;
const field = (column: string) => driver.page.getByLabel(`Offhook field for ${column}`, { exact: true });
const importButton = () => role('button', { name: /^Import [\d,]+ leads$/ });

const file = (text: string) => ({ name: 'spring.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a file is uploaded from Leads, and opens its preview', async () => {
  await open('imports');
  await driver.page.getByLabel('Lead import file').setInputFiles(file(''));
  await shown('The file wasn’t uploaded. The file has no rows.').waitFor();
  await driver.page.getByLabel('Lead import file').setInputFiles(file('phone\n+14155550111\n'));
  await expectRequests('uploadLeads', { text: 'phone\n+14155550111\n' });
});

test('a field that another column had moves, and the counts decide the button', async () => {
  await open('import-preview');
  await importButton().waitFor();
  expect(await importButton().textContent()).toBe('Import 1,990 leads');
  await field('Roof').selectOption('Company');
  await expectRequests('changeLeadImport', {
    params: { id: 7 },
    body: { columns: ['full_name', 'phone_number', 'email', null, 'company', 'owner', null] },
  });
  expect(await field('Company').inputValue()).toBe('');
  await driver.page.getByLabel('Known leads').selectOption('Skip them');
  await button('Import 1,980 leads').waitFor();
  await expectAccessible();
});

test('an import needs a column with phone numbers', async () => {
  await open('import-without-phone');
  await shown('Choose the column with the phone numbers.').waitFor();
  expect(await importButton().isDisabled()).toBe(true);
});

test('the old counts stay while rows are counted, and the import can’t start', async () => {
  await open('import-preview');
  await importButton().waitFor();
  await driver.page.evaluate(() => window.gallery.answerAs('import-counting'));
  await driver.page.evaluate(() => window.gallery.notifyChange());
  await shown('Counting rows…').waitFor();
  expect(await importButton().textContent()).toBe('Import 1,990 leads');
  expect(await importButton().isDisabled()).toBe(true);
});

test('calls start at a set time, when an agent is free, or not at all', async () => {
  await open('import-preview');
  const starts = role('radiogroup', { name: 'When to call' });
  expect(await starts.getByLabel('Start at a set time').isChecked()).toBe(true);
  await driver.page.getByLabel('Start time').selectOption('10 AM');
  await expectRequests('changeLeadImport', { params: { id: 7 }, body: { call_minute: 600 } });
  await starts.getByLabel('Do not call yet').check();
  await driver.page.getByLabel('Start time').waitFor({ state: 'detached' });
});

test('an import is started with the plan that was shown, paused, resumed and canceled', async () => {
  await open('import-preview');
  await importButton().click();
  await expectRequests('startLeadImport', { params: { id: 7 }, body: { revision: 3 } });
  const progress = role('progressbar', { name: 'Progress' });
  expect(await progress.getAttribute('aria-valuenow')).toBe('61');
  await shown('About 20 s left').waitFor();
  await button('Pause').click();
  await button('Resume').click();
  await button('Cancel import').click();
  await expectAccessible();
  await role('alertdialog').getByRole('button', { name: 'Keep the leads' }).click();
  await expectRequests('cancelLeadImport', { params: { id: 7 }, body: { keep_leads: true } });
  await title('Lead import').waitFor();
  await shown('Canceled').waitFor();
});

test('a complete import says what was imported, and is undone after a question', async () => {
  await open('import-complete');
  await shown('1,990 leads imported').waitFor();
  const download = role('link', { name: 'Download 20 rows' });
  expect(await download.getAttribute('href')).toBe('/api/v1/console/imports/7/rejected');
  await button('Undo import').click();
  await role('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await expectRequests('undoLeadImport', { params: { id: 7 } });
  await shown('Undone').waitFor();
  await shown('1,978 of 1,980 new leads removed').waitFor();
  await driver.page.getByText(/^By Jonathan Abernathy-Wellington, /).waitFor();
  expect(await role('progressbar').count()).toBe(0);
});

test('a draft is deleted after a question', async () => {
  await open('import-preview');
  await button('Cancel').click();
  await role('alertdialog').getByRole('button', { name: 'Cancel import' }).click();
  await expectRequests('discardLeadImport', { params: { id: 7 } });
  await title('Import').waitFor();
});

test.each([
  ['import-preview', 1280],
  ['import-preview', 390],
  ['import-complete', 1280],
  ['import-complete', 390],
])('a long reason neither squeezes the names nor is cut: %s, %i px', async (state, width) => {
  await open(state, width);
  const cells = role('row', { name: /Muñoz, Teresa/ });
  await cells.waitFor();
  const measured = await cells.evaluate((row) => {
    const name = [...row.querySelectorAll('bdi')].find((one) => one.textContent === 'Muñoz, Teresa María');
    const reason = [...row.querySelectorAll('span')].findLast((one) =>
      one.textContent?.startsWith('Your account doesn’t'),
    );
    const end = row.closest('section')?.getBoundingClientRect().right ?? 0;
    return {
      nameLines: name?.getClientRects().length,
      isReasonInCard: (reason?.getBoundingClientRect().right ?? end) < end,
      isReasonWhole: (reason?.scrollWidth ?? 1) <= (reason?.clientWidth ?? 0),
    };
  });
  expect(measured.nameLines).toBeLessThanOrEqual(2);
  expect(measured).toMatchObject({ isReasonInCard: true, isReasonWhole: true });
});
