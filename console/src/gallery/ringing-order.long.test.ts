import { beforeEach, expect, test } from 'vitest';
import { galleryDriver } from './driver.ts';

const driver = galleryDriver();
const { requests, button, hasFocus, expectAccessible, open, role, shown } = driver;
beforeEach(async () => {
  await open('team');
  await grid('Priority 1').waitFor();
});

/** The first and last agents of priority 1. */
const FIRST = 'Aleksandra Wiśniewska-Kowalczyk';
const LAST = 'Priya Venkataraman';

const grid = (name: string) => role('grid', { name, exact: true });
const row = (name: string) => role('row', { name, exact: true });

/** Drags an agent by the grip to the middle of another element, and holds it there. */
async function dragByGrip(name: string, onto: ReturnType<typeof grid>): Promise<void> {
  const { mouse } = driver.page;
  await row(name).hover();
  const from = await button(`Move ${name}`).boundingBox();
  const to = await onto.boundingBox();
  if (!from || !to) throw new Error('the ringing order is not on the page');
  await mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await mouse.down();
  await mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
}

const opacity = (name: string) => row(name).evaluate((node) => getComputedStyle(node).opacity);
const isTarget = (name: string) =>
  grid(name).evaluate((node) => getComputedStyle(node).outlineStyle === 'dashed');

test('an agent can be dragged by the grip to a new priority', async () => {
  await dragByGrip(LAST, grid('Add priority level'));
  await expect.poll(() => opacity(LAST)).toBe('0.5');
  await expect.poll(() => isTarget('Add priority level')).toBe(true);
  await driver.page.mouse.up();
  await grid('Priority 3').getByRole('row', { name: LAST }).waitFor();
  await hasFocus(LAST);
  expect(await opacity(LAST)).toBe('1');
  expect(await isTarget('Priority 3')).toBe(false);
  await button('Save').click();
  await expect.poll(() => requests('changeTeam')).toHaveLength(1);
  expect(await requests('changeTeam')).toMatchObject([
    { body: { members: expect.arrayContaining([{ user_id: 1, priority_group: 3 }]) } },
  ]);
});

test('a drag that ends outside every group changes nothing', async () => {
  await dragByGrip(LAST, grid('Priority 2'));
  await expect.poll(() => isTarget('Priority 2')).toBe(true);
  await driver.page.mouse.move(400, 700, { steps: 3 });
  await expect.poll(() => isTarget('Priority 2')).toBe(false);
  await driver.page.mouse.up();
  await expect.poll(() => opacity(LAST)).toBe('1');
  expect(await grid('Priority 1').getByRole('row', { name: LAST }).count()).toBe(1);
  expect(await shown('1 unsaved change').count()).toBe(0);
});

test('a group rejects text dragged from elsewhere', async () => {
  const accepted = await grid('Priority 2').evaluate((node) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', '1');
    const event = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer });
    return !node.dispatchEvent(event);
  });
  expect(accepted).toBe(false);
});

test.each(['keyboard', 'mouse'] as const)(
  'activating the grip by %s opens the priority dialog',
  async (by) => {
    if (by === 'keyboard') await button(`Move ${FIRST}`).press('Enter');
    else
      await driver.page
        .locator('label')
        .filter({ has: button(`Move ${FIRST}`) })
        .click();
    const dialog = role('dialog', { name: `Move ${FIRST}` });
    await expectAccessible();
    await dialog.getByLabel('Move to').selectOption('Add priority level');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await grid('Priority 3').getByRole('row', { name: FIRST }).waitFor();
    await hasFocus(FIRST);
    await role('status').getByText(`${FIRST}: priority 3`).waitFor({ state: 'attached' });
  },
);

test('Escape closes the priority dialog and returns focus to the grip', async () => {
  await button(`Move ${FIRST}`).press('Enter');
  await driver.page.keyboard.press('Escape');
  await hasFocus(`Move ${FIRST}`);
});

test('arrow keys move the focus between the rows of a group, and Tab to the buttons of one row', async () => {
  await row(FIRST).focus();
  for (const [key, name] of [
    ['ArrowUp', FIRST],
    ['ArrowDown', 'Hiroshi Takahashi'],
    ['End', LAST],
    ['ArrowDown', LAST],
    ['ArrowUp', 'Marisol Etxeberria Quintana'],
    ['Home', FIRST],
    ['Tab', `Move ${FIRST}`],
    ['ArrowDown', `Move ${FIRST}`],
    ['Tab', `Remove ${FIRST} from the team`],
    ['Tab', 'Camille Desrosiers-Thibodeau-Lafontaine'],
    ['Shift+Tab', `Remove ${FIRST} from the team`],
    ['Alt+ArrowDown', FIRST],
  ] as const) {
    await driver.page.keyboard.press(key);
    await hasFocus(name, key);
  }
  await grid('Priority 2').getByRole('row', { name: FIRST }).waitFor();
});

test('a group describes its keyboard shortcuts to screen readers', async () => {
  const id = await grid('Priority 1').getAttribute('aria-describedby');
  expect(await driver.page.locator(`[id="${id}"]`).textContent()).toMatch(
    /^Press Alt and the up or down arrow/,
  );
});

test('removing an agent moves the focus to the next one', async () => {
  await button('Remove Hiroshi Takahashi from the team').press('Enter');
  await hasFocus('Marisol Etxeberria Quintana');
  await button('Remove Tobias Featherstonehaugh from the team').press('Enter');
  await hasFocus('Nguyễn Thị Phương Thảo');
});
