import { describe, expect, test } from 'vitest';
import { findAccessibilityViolations } from '../../../design/tests/accessibility.mjs';
import { galleryDriver } from './driver.ts';

const driver = galleryDriver();
const { open, role, requests, button } = driver;

const palette = () => role('dialog', { name: 'Search and commands' });
const field = () => role('combobox', { name: 'Search and commands' });
const highlighted = () =>
  field().evaluate(
    (input) =>
      document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.querySelector('bdi')
        ?.textContent,
  );
async function openPalette(state: string, width?: number, height?: number): Promise<void> {
  await open(state, width, height);
  await driver.page.evaluate(() => localStorage.clear());
  await driver.page.keyboard.press('Control+k');
  await palette().waitFor();
}

describe('the command palette', () => {
  test('finds a page by the beginning of its name, and Enter goes there', async () => {
    await openPalette('teams');
    await driver.page.keyboard.type('audit');
    await expect.poll(highlighted).toBe('Audit log');
    await driver.page.keyboard.press('Enter');
    await role('heading', { name: 'Audit log', level: 1 }).waitFor();
    await palette().waitFor({ state: 'detached' });
  });

  test('finds leads on the server once typing pauses, and goes to one', async () => {
    await openPalette('leads');
    await driver.page.keyboard.type('Bart');
    await expect.poll(() => requests('listLeads')).toContainEqual({ query: { limit: 8, search: 'Bart' } });
    await expect.poll(() => role('group', { name: 'Leads' }).count()).toBe(1);
    await driver.page.keyboard.press('Enter');
    await palette().waitFor({ state: 'detached' });
    await expect.poll(async () => (await requests('readLead')).length).toBeGreaterThan(0);
  });

  test('offers supervisors no pages of administrators, and asks for no agents', async () => {
    await openPalette('board');
    await driver.page.keyboard.type('te');
    await expect.poll(() => requests('listLeads')).toContainEqual({ query: { limit: 8, search: 'te' } });
    expect(await palette().getByRole('option', { name: 'Teams' }).count()).toBe(0);
    expect(await requests('listAgents')).toEqual([]);
  });

  test('logs out after a question', async () => {
    await openPalette('board');
    await driver.page.keyboard.type('log out');
    await expect.poll(highlighted).toBe('Log out');
    await driver.page.keyboard.press('Enter');
    await role('dialog', { name: 'Log out' }).getByText('your phone in this browser').waitFor();
    expect(await requests('logout')).toEqual([]);
    await role('dialog', { name: 'Log out' }).getByRole('button', { name: 'Log out' }).press('Enter');
    await expect.poll(() => requests('logout')).toHaveLength(1);
  });

  test('doesn’t open over another dialog', async () => {
    await open('numbers');
    await button('Remove (415) 555-0199').press('Enter');
    await role('alertdialog').waitFor();
    await driver.page.keyboard.press('Control+k');
    await driver.waitForRender();
    expect(await palette().count()).toBe(0);
    await driver.page.keyboard.press('Escape');
  });

  test.each([
    [1280, 800],
    [320, 256],
  ])('has no axe violations and stays in the window at %i × %i', async (width, height) => {
    await openPalette('teams', width, height);
    await expect.poll(highlighted).toBe('Live board');
    expect(await findAccessibilityViolations(driver.page)).toEqual([]);
    const box = await palette().boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  });
});
