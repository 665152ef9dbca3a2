/** The administration's pages in a real browser: what is sent, and what is kept back or kept. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { barriers } from '../../../softphone/tests/barriers.mjs';
import { type Driver, startDriver } from './driver.ts';

let driver: Driver;

beforeAll(async () => {
  driver = await startDriver();
}, 180_000);
afterAll(async () => {
  await driver?.close();
});

const button = (name: string) => driver.page.getByRole('button', { name, exact: true });
const status = (text: string) => driver.page.getByText(text, { exact: true });

/** What the last change of a team would be. */
async function savedTeam(): Promise<{ readonly body: Record<string, unknown> }> {
  await button('Save').click();
  await expect.poll(() => driver.asked('changeTeam')).toHaveLength(1);
  const [asked] = (await driver.asked('changeTeam')) as { body: Record<string, unknown> }[];
  if (!asked) throw new Error('nothing was sent');
  return asked;
}

describe('the page of a team', () => {
  beforeEach(async () => {
    await driver.open('team');
    await driver.page.getByRole('grid', { name: 'Priority 1' }).waitFor();
  });

  test('pauses that are none are told beside the field, and nothing is sent', async () => {
    await driver.page.getByLabel('Retries, minutes after a miss').fill('1, soon');
    await status('‘soon’ is no whole number of minutes.').waitFor();
    await button('Save').click();
    await driver.page
      .getByRole('alert')
      .getByText(/cannot be saved yet/)
      .waitFor();
    await expect.poll(() => driver.asked('changeTeam')).toEqual([]);
  });

  test('what the server refuses is told, and what was typed stays', async () => {
    await driver.page.getByLabel('Whisper text').fill('Ask about {category}');
    const { body } = await savedTeam();
    expect(body).toEqual({ profile: { whisper_template: 'Ask about {category}' } });
    await driver.page
      .getByRole('alert')
      .getByText('The fallback team must be another team of your account.')
      .waitFor();
    await expect.poll(() => driver.page.getByLabel('Whisper text').inputValue()).toBe('Ask about {category}');
    await button('Discard').click();
    await driver.page.waitForFunction(() => !document.querySelector('[role="alert"]'));
    await expect.poll(() => driver.page.getByLabel('Whisper text').inputValue()).toContain('{fname}');
  });

  test('who leaves with changes is asked, and may stay', async () => {
    await driver.page.getByLabel('Whisper text').fill('New');
    await status('1 change not saved').waitFor();
    await driver.page.getByRole('link', { name: 'Numbers' }).click();
    const question = driver.page.getByRole('alertdialog', { name: 'Leave this page?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => driver.page.getByLabel('Whisper text').inputValue()).toBe('New');
    await driver.page.getByRole('link', { name: 'Numbers' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await driver.page.getByRole('heading', { level: 1, name: 'Numbers' }).waitFor();
  });

  test('an agent is found by name and added', async () => {
    await button('Remove Fatima al-Rashidi from the team').click();
    await driver.page.getByRole('row', { name: 'Fatima al-Rashidi' }).waitFor({ state: 'detached' });
    await button('Add an agent').click();
    const dialog = driver.page.getByRole('dialog', { name: 'Add an agent' });
    await dialog.getByLabel('Search').fill('fat');
    await dialog.getByRole('button', { name: 'Add Fatima al-Rashidi' }).click();
    expect(await barriers(driver.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await driver.page.getByRole('grid', { name: 'Priority 2' }).getByText('Fatima al-Rashidi').waitFor();
    await expect.poll(() => status('1 change not saved').count()).toBe(0);
  });
});
