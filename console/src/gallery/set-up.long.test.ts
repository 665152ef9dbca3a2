import { expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';

const driver = galleryDriver();
const { button, expectAccessible, expectRequests, open, role, shown } = driver;

const lastStep = () => role('region', { name: '5. First call' });
async function hrefOf(name: string, expected: string | RegExp) {
  const href = await lastStep().getByRole('link', { name, exact: true }).getAttribute('href');
  expect(href).toMatch(expected);
}
const startsWith = (text: RegExp) => driver.page.getByText(text);

test('a test lead says why no phone rings, and when the lead is called', async () => {
  await open('set-up');
  await startsWith(/^Received: /).waitFor();
  await startsWith(/^Holidays don’t close teams that are always open: Support\. /).waitFor();
  await role('textbox', { name: 'Number to call' }).fill('+1 415 555 0100');
  await button('Send test lead').click();
  await startsWith(/^No phone rings: It’s 10:40 PM in Los Angeles/).waitFor();
  await startsWith(/^The call is scheduled for /).waitFor();
  await expectRequests('sendTestLead', { body: { phone_number: '+1 415 555 0100', fname: 'Test lead' } });
  await hrefOf('Calling rules', '/admin/calling-rules');
  await expectAccessible();
});

test('a test lead that the team’s hours hold leads to these hours and to the holidays', async () => {
  await open('set-up-closed');
  await role('textbox', { name: 'Number to call' }).fill('+1 415 555 0100');
  await button('Send test lead').click();
  await startsWith(/^No phone rings: It is outside/).waitFor();
  await hrefOf('Team hours', '/admin/teams/2');
  await hrefOf('Holidays', '/admin/calling-rules');
  expect(await lastStep().getByRole('link', { name: 'Calling rules' }).count()).toBe(0);
  await expectAccessible();
});

test('a test lead that was called leads to its call, and a set-up that is done to the last one', async () => {
  await open('set-up-called');
  await startsWith(/^Your account has had its first call/).waitFor();
  await hrefOf('Open the last call', /^\/admin\/calls\/\d+$/);
  await role('textbox', { name: 'Number to call' }).fill('+1 415 555 0100');
  await button('Send test lead').click();
  await shown('The call has ended.').waitFor();
  await hrefOf('Open the call', '/admin/calls/77');
  await expectAccessible();
});

test('the steps of the count are numbered, and the hours stand apart as optional', async () => {
  await open('set-up-empty');
  await shown('0 of 5 steps').waitFor();
  const titles = await role('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(titles).toEqual([
    '1. Team',
    '2. Phone number',
    '3. People',
    '4. Connect a form',
    '5. First call',
    'Hours and holidays',
  ]);
  await role('region', { name: 'Hours and holidays' }).getByText('Optional', { exact: true }).waitFor();
});

test('the set-up names the page of API keys as it is titled', async () => {
  await open('set-up');
  const link = role('region', { name: '4. Connect a form' }).getByRole('link', { name: 'API keys' });
  expect(await link.getAttribute('href')).toBe('/admin/api-keys');
});

test('an account without anything is led to its first team, and an administrator becomes an agent', async () => {
  await open('set-up-empty');
  await shown('A number belongs to a team. Add a team first.').waitFor();
  await expectAccessible();
  await open('set-up', 390);
  await startsWith(/^Received: /).waitFor();
  const overflow = await driver.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBe(0);
  await open('set-up-phone-closed');
  await button('Open my phone here').waitFor();
  await expectAccessible();
});

test('a web form is created and its HTML shown without leaving the set-up', async () => {
  await open('set-up-empty');
  const step = role('region', { name: '4. Connect a form' });
  await step.getByRole('button', { name: 'Create web form' }).click();
  const form = role('dialog', { name: 'Create web form' });
  await form.getByLabel('Name').fill('Offer page');
  await form.getByLabel('Websites').fill('www.harbourline.example');
  await expectAccessible();
  await form.getByRole('button', { name: 'Create' }).click();
  const created = role('dialog', { name: 'HTML of Offer page' });
  await created.getByText('/api/v1/forms/form_0123456789abcdef"').waitFor();
  await expectAccessible();
  await expectRequests('addWebForm', {
    body: {
      name: 'Offer page',
      team_id: null,
      origins: ['https://www.harbourline.example'],
      thank_you_url: null,
      consent: null,
    },
  });
});

test('the HTML of an existing web form can be copied from the set-up', async () => {
  await open('set-up');
  await button('HTML of Offer page').click();
  await role('dialog', { name: 'HTML of Offer page' }).getByRole('button', { name: 'Copy' }).waitFor();
  await expectAccessible();
});

test('a test lead that rings says what became of it', async () => {
  for (const [state, outcome] of [
    ['set-up-ringing', /^A phone rings\. Press Call/],
    ['set-up-unanswered', /^No agent pressed Call within 30 seconds/],
  ] as const) {
    await open(state);
    await role('textbox', { name: 'Number to call' }).fill('+1 415 555 0100');
    await button('Send test lead').click();
    await startsWith(outcome).waitFor();
    await expectAccessible();
  }
});

test('Send says why it’s disabled', async () => {
  await open('set-up-phone-closed');
  const send = button('Send test lead');
  expect(await send.isDisabled()).toBe(true);
  const id = await send.getAttribute('aria-describedby');
  expect(await driver.page.locator(`[id="${id}"]`).textContent()).toMatch(
    /^Add a phone number first|^No agent/,
  );
});

test('a set-up that fails to load can be tried again', async () => {
  await open('set-up-failed');
  await driver.alert('Something went wrong. Please try again.').waitFor();
  expect(await driver.page.getByRole('alert').count()).toBe(1);
  await driver.page.evaluate(() => window.gallery.answerAs('set-up'));
  await button('Try again').click();
  await role('region', { name: '3. People' }).waitFor();
  await button('Try again').waitFor({ state: 'detached' });
});

test('people without a team are named, with a way to put them into one', async () => {
  await open('set-up-without-team');
  const step = role('region', { name: '3. People' });
  await step.getByText('Without a team, these people get no calls:').waitFor();
  const link = step.getByRole('link', { name: 'Nora Lindqvist' });
  expect(await link.getAttribute('href')).toBe('/admin/agents/12');
  await step.getByText('30 more agents').waitFor();
  await step.getByText('Omar Haddad (invited)').waitFor();
  await expectAccessible();
  await button('Invite again with a team').click();
  const form = role('dialog', { name: 'Invite people' });
  await expect
    .poll(() => form.getByLabel('Email addresses').inputValue())
    .toBe('"Omar Haddad" <omar@example.com>');
});

test('the state of a step stands on the line of its title', async () => {
  await open('set-up');
  const step = role('region', { name: '1. Team' });
  const middle = async (part: ReturnType<typeof role>) => {
    const box = await part.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  const title = await middle(step.getByRole('heading'));
  expect(Math.abs((await middle(step.getByText('Done', { exact: true }))) - title)).toBeLessThanOrEqual(1);
});

test('an account that has had no call leads its administrator from the board to the set-up', async () => {
  await open('board-first-call');
  await role('region', { name: 'Set up your account' }).getByRole('link', { name: 'Set-up' }).waitFor();
  await expectAccessible();
});
