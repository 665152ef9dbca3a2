import { afterAll, describe, expect, test } from 'vitest';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { galleryDriver } from './driver.ts';
import { expectNoOverflow } from './states/every-state.ts';

const driver = galleryDriver();
const { alert, button, expectAccessible, expectRequests, open, role } = driver;

const openEdit = async () => {
  await button('Edit Offer page').click();
  return role('dialog', { name: 'Offer page' });
};
const openNew = async () => {
  await button('Create web form').click();
  return role('dialog', { name: 'Create web form' });
};

describe.each([
  ['light', 'en', { create: 'Create web form', edit: 'Edit', html: 'HTML of', revoke: 'Revoke' }],
  ['dark', 'es', { create: 'Crear formulario web', edit: 'Editar', html: 'HTML de', revoke: 'Revocar' }],
] as const)('in the %s theme and the language %s', (theme, language, words) => {
  afterAll(async () => {
    await driver.page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
    await driver.page.evaluate(() => window.gallery.setLanguage('en'));
  });

  test.each([
    words.create,
    `${words.edit} Offer page`,
    `${words.html} Offer page`,
    `${words.revoke} Offer page`,
  ])('the dialog of “%s” fits 360 and 1920 px and has no accessibility violation', async (opener) => {
    await driver.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await driver.page.evaluate((wanted) => window.gallery.setLanguage(wanted), language);
    for (const width of [360, 1920]) {
      await open('api-keys', width);
      await button(opener).click();
      await driver.page.locator('dialog').waitFor();
      await expectNoOverflow(driver, width);
      expect(await findAccessibilityViolations(driver.page)).toEqual([]);
    }
  });
});

test('the text of the consent is asked for only with a consent', async () => {
  await open('api-keys');
  const form = await openNew();
  const text = form.getByLabel('Consent text');
  expect(await text.count()).toBe(0);
  await form.getByLabel('Consent', { exact: true }).selectOption('To calls');
  await text.fill('I agree that Harbourline calls me.');
  await form.getByLabel('Name').fill('Spring fair');
  await form.getByLabel('Websites').fill('fair.example\nhttp://localhost:3000');
  await form.getByRole('button', { name: 'Create' }).click();
  await expectRequests('addWebForm', {
    body: {
      name: 'Spring fair',
      team_id: null,
      origins: ['https://fair.example', 'http://localhost:3000'],
      thank_you_url: null,
      consent: { channel: 'call', text: 'I agree that Harbourline calls me.' },
    },
  });
});

test('an edited form is saved with the version that was read', async () => {
  await open('api-keys');
  const form = await openEdit();
  await form.getByLabel('Thank-you page').fill('');
  await form.getByLabel('Consent', { exact: true }).selectOption('To texts');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await expectRequests('changeWebForm', {
    params: { id: 4 },
    body: {
      version: 1,
      name: 'Offer page',
      team_id: null,
      origins: ['https://www.harbourline.example', 'https://offers.harbourline.example'],
      thank_you_url: null,
      consent: { channel: 'text', text: 'I agree that Harbourline calls and texts me about my request.' },
    },
  });
});

test('a changed consent shows the HTML that replaces the one on the website', async () => {
  await open('api-keys');
  const form = await openEdit();
  await form.getByLabel('Consent text').fill('I agree that Harbourline calls me.');
  await form.getByRole('button', { name: 'Save' }).click();
  const dialog = role('dialog', { name: 'HTML of Offer page' });
  await dialog.getByText(/^Replace the HTML on your page/).waitFor();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('a rejected form keeps what was entered and says why', async () => {
  await open('web-form-refused');
  const form = await openNew();
  await form.getByLabel('Name').fill('Spring fair');
  await form.getByLabel('Websites').fill('fair.example');
  await form.getByRole('button', { name: 'Create' }).click();
  await alert('Choose a team in your account.').waitFor();
  expect(await form.getByLabel('Name').inputValue()).toBe('Spring fair');
  await expectAccessible();
  await driver.page.keyboard.press('Escape');
  const edited = await openEdit();
  await edited.getByRole('button', { name: 'Save' }).click();
  await alert(/^Someone else changed this\./).waitFor();
  await expectAccessible();
});

test('a revocation is confirmed, and the list says if it failed', async () => {
  await open('web-form-refused');
  await button('Revoke Offer page').click();
  const question = role('alertdialog', { name: 'Revoke Offer page?' });
  await question.getByText('Visitors who send this form will see an error. You can’t undo this.').waitFor();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await alert('Something went wrong. Please try again.').waitFor();
  await expectRequests('revokeWebForm', { params: { id: 4 } });
});

test('a revoked form has no actions', async () => {
  await open('api-keys');
  const row = role('row', { name: /^Spring fair/ });
  await row.getByText('Revoked').waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
});

test('the copied HTML is what the dialog shows', async () => {
  await driver.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('api-keys');
  await button('HTML of Offer page').click();
  const dialog = role('dialog', { name: 'HTML of Offer page' });
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await dialog.getByText('Copied.').waitFor();
  const copied = await driver.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await dialog.locator('pre').textContent());
  expect(copied).toMatch(/^<form action=".*\/api\/v1\/forms\/form_0123456789abcdef" method="post">\n/);
});
