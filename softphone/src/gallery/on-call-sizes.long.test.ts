import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { inGallery } from './driver.ts';

let page: Page;
const { open, expectSent, button } = inGallery((opened) => {
  page = opened;
});

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Expects that nothing covers the middle of the button. */
async function expectOnTop(name: string): Promise<void> {
  const found = await button(name).evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(found, name).toBe(true);
}

describe('under an open panel of a narrow window', () => {
  const PANELS = ['oncall-keypad', 'oncall-transfer', 'oncall-conference', 'oncall-addlead'];
  const sizes = [
    [390, 720],
    [819, 700],
    [320, 256],
  ] as const;

  test.each(PANELS.flatMap((state) => sizes.map(([width, height]) => [state, width, height] as const)))(
    'Hold and Keypad in %s stay visible at %i by %i, and nothing covers them',
    async (state, width, height) => {
      await open(state, width, height);
      for (const name of ['Hold', 'Keypad', 'Mute', 'Hang Up']) await expectOnTop(name);
      const panel = await page.locator('[data-panel]').boundingBox();
      const tile = await button('Hold').boundingBox();
      expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual((tile?.y ?? 0) + 0.5);
      await button('Keypad').click();
      await button('Hold').click();
      await expectSent(
        state === 'oncall-keypad' ? { type: 'panelClosed' } : { type: 'onCallPanelClicked', panel: 'keypad' },
        { type: 'holdClicked' },
      );
    },
  );
});

test('a window of 320 by 180 scrolls to the panel, the tiles and Hang Up', async () => {
  await open('oncall-keypad', 320, 180);
  for (const name of ['Close', 'Hold', 'Keypad', 'Hang Up']) {
    await button(name).evaluate((one) => one.scrollIntoView({ block: 'center' }));
    await expectOnTop(name);
  }
});

test('between 481 and 819 px wide, the row of tiles is as wide as the phone', async () => {
  await open('oncall-keypad', 600, 400);
  const [hold, keypad, frame] = [
    await button('Hold').boundingBox(),
    await button('Keypad').boundingBox(),
    await page.locator('[data-status]').boundingBox(),
  ];
  expect(hold?.x).toBeGreaterThanOrEqual(frame?.x ?? 0);
  expect((keypad?.x ?? 0) + (keypad?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
});

describe('the focus ring of each tile', () => {
  const sizes = [
    [380, 720],
    [320, 640],
    [320, 256],
    [1280, 760],
  ] as const;
  test.each(
    ['oncall-nolead', 'oncall-addlead', 'oncall-transfer']
      .flatMap((state) => sizes.map(([width, height]) => [state, width, height] as const))
      // Without a panel, this content area is shorter than a tile.
      .filter(([state, , height]) => state !== 'oncall-nolead' || height > 256),
  )("isn't clipped in %s at %i by %i", async (state, width, height) => {
    await open(state, width, height);
    await page.keyboard.press('Tab');
    const tiles = page.locator('[data-tiles] button');
    for (const tile of await tiles.all()) {
      await tile.focus();
      const clipped = await tile.evaluate((one) => {
        const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(one);
        const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
        const { top, bottom } = one.getBoundingClientRect();
        const content = document.querySelector('[data-part="content"]')?.getBoundingClientRect();
        const foot = document.querySelector('[data-part="foot"]')?.getBoundingClientRect();
        const panel = document.querySelector('[data-panel]')?.getBoundingClientRect();
        // In a short window, the tiles are in the foot, which isn't clipped.
        const end = innerHeight < 460 && panel ? (foot?.bottom ?? 0) : (content?.bottom ?? 0);
        const isUnder = panel && panel.left < one.getBoundingClientRect().right;
        return {
          drawn: outlineStyle,
          below: Math.max(0, bottom + reach - end),
          above: isUnder ? Math.max(0, panel.bottom - (top - reach)) : 0,
        };
      });
      expect(clipped, (await tile.textContent()) ?? '').toEqual({ drawn: 'solid', below: 0, above: 0 });
    }
  });
});

test.each(['oncall-transfer', 'oncall-keypad', 'oncall-addlead'])(
  '%s at 4× zoom can be scrolled, with Mute and Hang Up visible',
  async (state) => {
    await open(state, 320, 256);
    const panel = page.locator('[data-panel]');
    const target = { 'oncall-keypad': button('#'), 'oncall-addlead': button('Call') }[state] ?? row('Tobias');
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    const area = await panel.boundingBox();
    expect(box && area && box.y >= area.y - 1 && box.y < area.y + area.height).toBe(true);
    for (const name of ['Mute', 'Hang Up']) {
      const dock = await button(name).boundingBox();
      expect(dock && dock.y >= 0 && dock.y + dock.height <= 256).toBe(true);
    }
  },
);
