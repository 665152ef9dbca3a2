import { describe, expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';

const driver = galleryDriver();
const { open, role, button, waitForRender } = driver;

const sheet = () => role('dialog', { name: 'Keyboard shortcuts', exact: true });
const press = (key: string) => driver.page.keyboard.press(key);
const isOpen = () => driver.page.locator('dialog[open]').count();

async function openByKey(state: string, width?: number, height?: number): Promise<void> {
  await open(state, width, height);
  await press('?');
  await sheet().waitFor();
}

/** Each group's entries, by its heading. */
const listed = () =>
  sheet().evaluate((dialog) =>
    Object.fromEntries(
      [...dialog.querySelectorAll('h3')].map((heading) => [
        heading.textContent,
        Object.fromEntries(
          [...(heading.parentElement?.querySelectorAll('dl > div') ?? [])].map((row) => [
            row.querySelector('dt')?.textContent,
            [...row.querySelectorAll('kbd')].map((key) => key.textContent).join(' '),
          ]),
        ),
      ]),
    ),
  );

const FOR_SUPERVISORS = {
  Everywhere: { 'Search and commands': 'Ctrl+K', 'Keyboard shortcuts': '?', 'Close a dialog or menu': 'Esc' },
  'Search and commands': { 'Previous or next result': '↑ ↓', 'Choose the result': 'Enter' },
  Recordings: {
    'Play or pause': 'Space',
    'Back or forward': '← →',
    'Slower or faster': ', .',
    'Comment at this time': 'C',
  },
};

describe('the list of keys', () => {
  test('names every key of the pages that a supervisor sees', async () => {
    await openByKey('board');
    expect(await listed()).toEqual(FOR_SUPERVISORS);
  });

  test('names the keys of the administration to administrators', async () => {
    await openByKey('teams');
    expect(await listed()).toEqual({
      ...FOR_SUPERVISORS,
      'Ringing order': {
        'Previous or next agent': '↑ ↓',
        'First or last agent': 'Home End',
        'Move the agent to the previous or next priority': 'Alt+↑ Alt+↓',
      },
      Schedule: {
        'Move hours by 15 minutes': '← →',
        'Move hours by a day': '↑ ↓',
        'Move the start': 'Shift+↑ Shift+↓',
        'Move the end': 'Shift+← Shift+→',
        'Edit the times': 'Enter',
        'Remove the hours': 'Delete',
      },
    });
  });

  test('is closed by Escape, by ? and by its button, and gives the focus back', async () => {
    await open('calls');
    const before = role('link', { name: 'Leads', exact: true });
    for (const close of [() => press('Escape'), () => press('?'), () => button('Close').press('Enter')]) {
      await before.focus();
      await press('?');
      await sheet().waitFor();
      await close();
      await sheet().waitFor({ state: 'detached' });
      await expect.poll(() => before.evaluate((link) => link === document.activeElement)).toBe(true);
    }
  });

  test('isn’t opened by a question mark typed in a field', async () => {
    await open('leads');
    const field = role('searchbox').first();
    await field.focus();
    await press('?');
    await waitForRender();
    expect(await field.inputValue()).toBe('?');
    expect(await isOpen()).toBe(0);
  });

  test('doesn’t open over another dialog', async () => {
    await open('numbers');
    await button('Remove (415) 555-0199').press('Enter');
    await role('alertdialog').waitFor();
    await press('?');
    await waitForRender();
    expect(await isOpen()).toBe(1);
    await press('Escape');
  });

  test('is a command of the palette, and leads to the help page', async () => {
    await open('calls');
    await press('Control+k');
    await role('combobox', { name: 'Search and commands' }).waitFor();
    await driver.page.keyboard.type('keyboard');
    await role('option', { name: 'Keyboard shortcuts', selected: true }).waitFor();
    await press('Enter');
    await sheet().waitFor();
    const help = sheet().getByRole('link', { name: 'Help', exact: true });
    expect(await help.getAttribute('href')).toBe('/help/console.en.html');
    await press('Escape');
  });

  test('is in the menu of a narrow window, which stays open for the returning focus', async () => {
    await open('calls', 320, 640);
    await button('Menu').press('Enter');
    await button('Keyboard shortcuts').press('Enter');
    await sheet().waitFor();
    await press('Escape');
    await sheet().waitFor({ state: 'detached' });
    await expect
      .poll(() => driver.page.evaluate(() => document.activeElement?.textContent))
      .toBe('Keyboard shortcuts');
  });

  test('starts at its top in the smallest window, and arrow keys scroll it', async () => {
    await openByKey('teams', 320, 256);
    await waitForRender();
    const scrolled = () => sheet().evaluate((dialog) => dialog.scrollTop);
    expect(await scrolled()).toBe(0);
    await expect.poll(() => button('Close').evaluate((close) => close === document.activeElement)).toBe(true);
    await press('PageDown');
    await expect.poll(scrolled).toBeGreaterThan(100);
    await driver.expectAccessible();
    expect(await driver.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
