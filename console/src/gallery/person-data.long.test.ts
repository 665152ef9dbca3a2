import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';

const driver = galleryDriver();
const { requests, button, open, role } = driver;

const text = (text: string | RegExp) => driver.page.getByText(text);

test('Export data downloads one JSON file', async () => {
  await open('lead-in-call');
  const download = driver.page.waitForEvent('download');
  await button('Export data').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('lead-51.json');
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({
    phone_number: '+14155550142',
    do_not_call_number: null,
  });
  expect(await requests('exportLead')).toEqual([{ params: { id: 51 } }]);
});

test('Erase person asks for confirmation, can be canceled, and shows why it failed', async () => {
  await open('lead-in-call');
  await button('Erase person').click();
  const question = role('alertdialog', { name: 'Erase this person?' });
  await question.getByText('This can’t be undone.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await requests('eraseLead')).toEqual([]);
  await button('Erase person').click();
  await question.getByRole('button', { name: 'Erase', exact: true }).click();
  await text('This person is on a call. Try again after it ends.').waitFor();
  expect(await requests('eraseLead')).toEqual([{ params: { id: 51 } }]);
});

test('the page of an erased person has nothing to edit, export or erase', async () => {
  await open('lead-erased');
  await text('This person was erased').waitFor();
  for (const name of ['Erase person', 'Export data', 'Save']) expect(await button(name).count()).toBe(0);
  expect(await text('erased-51').count()).toBe(0);
});

test('Export data and Erase person are hidden from non-administrators', async () => {
  await open('lead');
  await role('heading', { name: 'Consent' }).waitFor();
  for (const name of ['Erase person', 'Export data']) expect(await button(name).count()).toBe(0);
});

test('a lead marked “Do not call” whose number is on the list shows both', async () => {
  await open('lead-listed');
  await text(/^This number is on the do-not-call list \(imported from a file/).waitFor();
  await text('Withdrawn: lead marked “Do not call”').waitFor();
  await text('Withdrawn: number on the do-not-call list').waitFor();
  await button('Erase person').click();
  await text(/The number stays on the do-not-call list\.$/).waitFor();
});
