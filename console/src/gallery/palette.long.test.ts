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
const options = (group: string) => role('group', { name: group }).getByRole('option');
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

  test.each([1280, 390])('opens by the Search button at %d px, which names its keys', async (width) => {
    await open('teams', width);
    const search = role('button', { name: 'Search', exact: true });
    expect(await search.getAttribute('aria-keyshortcuts')).toBe('Control+K');
    expect(await search.getByText('Ctrl+K').isVisible()).toBe(width > 800);
    await search.click();
    await expect.poll(() => field().evaluate((input) => document.activeElement === input)).toBe(true);
    await driver.page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
  });

  test('finds a setting by its name and says on which page it is', async () => {
    await openPalette('teams');
    await driver.page.keyboard.type('holid');
    await expect.poll(() => options('Settings').allTextContents()).toEqual(['HolidaysCalling rules']);
    await driver.page.keyboard.press('Enter');
    await role('heading', { name: 'Calling rules', level: 1 }).waitFor();
  });

  test.each([1280, 390])(
    'scrolls to the card of a setting at %d px, also on the same page',
    async (width) => {
      await openPalette('calling-rules', width);
      for (const [typed, setting, card] of [
        ['single', 'Single sign-on', 'Single sign-on'],
        ['attempts', 'Attempts per lead', 'Hours'],
      ] as const) {
        await driver.page.keyboard.type(typed);
        await expect.poll(highlighted).toBe(setting);
        await driver.page.keyboard.press('Enter');
        await palette().waitFor({ state: 'detached' });
        const top = () =>
          role('heading', { name: card, level: 2 }).evaluate(
            (heading) => heading.getBoundingClientRect().top,
          );
        // Below the bar, in the upper part of the window or as far as the page scrolls.
        await expect.poll(top).toBeGreaterThan(width === 390 ? 50 : -1);
        await expect.poll(top).toBeLessThan(760);
        await driver.page.keyboard.press('Control+k');
        await palette().waitFor();
      }
    },
  );

  test('offers settings to administrators only', async () => {
    await openPalette('board');
    await driver.page.keyboard.type('holid');
    await driver.page.getByText('Nothing found.', { exact: true }).waitFor();
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

  test('finds agents of the board for supervisors, and shows one there', async () => {
    await openPalette('board');
    await expect(field().getAttribute('placeholder')).resolves.toBe('Agent, lead, page or command');
    await driver.page.keyboard.type('camille');
    await expect
      .poll(() => options('Agents').allTextContents())
      .toEqual(['Camille Desrosiers-ThibodeauAvailable']);
    await driver.page.keyboard.press('Enter');
    await expect
      .poll(() => role('searchbox', { name: 'Search' }).inputValue())
      .toBe('Camille Desrosiers-Thibodeau');
    expect(await driver.page.evaluate(() => history.state?.usr ?? null)).toBeNull();
  });

  test.each([
    ['Listen', 'listenCall', 'Connecting your phone to listen to Priya Venkataraman.'],
    ['Whisper', 'whisperCall', 'Connecting your phone to whisper to Priya Venkataraman.'],
    ['Barge', 'bargeCall', 'Connecting your phone to join Priya Venkataraman and the lead.'],
  ] as const)('%s sends once what its button on the board sends', async (name, request, message) => {
    await openPalette('board');
    await driver.page.keyboard.type(`${name} priya`);
    await expect.poll(highlighted).toBe(`${name}: Priya Venkataraman`);
    expect(await requests(request)).toEqual([]);
    await driver.page.keyboard.press('Enter');
    await driver.page.getByText(message).waitFor();
    expect(await requests(request)).toEqual([{ params: { id: 1004 } }]);
  });

  test('joins from another page by way of the board', async () => {
    await openPalette('calls');
    await driver.page.keyboard.type('listen priya');
    await expect.poll(highlighted).toBe('Listen: Priya Venkataraman');
    await driver.page.keyboard.press('Enter');
    await role('heading', { name: 'Live board', level: 1 }).waitFor();
    await expect.poll(() => requests('listenCall')).toEqual([{ params: { id: 1004 } }]);
  });

  test('offers only what the board’s buttons offer', async () => {
    await openPalette('board-listener');
    await driver.page.keyboard.type('priya');
    await expect
      .poll(() => options('Live board').allTextContents())
      .toEqual(['Listen: Priya VenkataramanBartholomew Okonkwo-Lindqvist']);
    await field().fill('camille');
    await expect.poll(highlighted).toBe('Camille Desrosiers-Thibodeau');
    expect(await options('Live board').count()).toBe(0);
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
