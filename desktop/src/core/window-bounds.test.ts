import { expect, test } from 'vitest';
import { initialBounds, type WindowBounds } from './window-bounds.ts';

const laptop: WindowBounds = { x: 0, y: 25, width: 1440, height: 875 };
const screen: WindowBounds = { x: 1440, y: 0, width: 1920, height: 1080 };
const middle = { x: 510, y: 83, width: 420, height: 760 };

test.each<[string, WindowBounds | null, readonly WindowBounds[], object]>([
  ['in the middle at the first launch', null, [laptop], middle],
  ['at its last position', { x: 1500, y: 40, width: 500, height: 800 }, [laptop, screen], { x: 1500, y: 40 }],
  [
    'in the middle if its screen was disconnected',
    { x: 1500, y: 40, width: 500, height: 800 },
    [laptop],
    middle,
  ],
  [
    'partly off-screen if its title bar can be grabbed',
    { x: 1340, y: 40, width: 500, height: 700 },
    [laptop],
    { x: 1340 },
  ],
  [
    "in the middle if its title bar can't be grabbed",
    { x: 1400, y: 40, width: 500, height: 700 },
    [laptop],
    middle,
  ],
  [
    'in the middle instead of above the screen',
    { x: 100, y: -40, width: 500, height: 700 },
    [laptop],
    middle,
  ],
  [
    'in the middle instead of below the screen',
    { x: 100, y: 895, width: 500, height: 700 },
    [laptop],
    middle,
  ],
  [
    'with at least the minimum size',
    { x: 0, y: 30, width: 200, height: 100 },
    [laptop],
    { width: 360, height: 520 },
  ],
  [
    'no larger than the screen',
    { x: 0, y: 30, width: 9999, height: 9999 },
    [laptop],
    { width: 1440, height: 875 },
  ],
  ['with the default size if no screen is known', null, [], { width: 420, height: 760 }],
  [
    'completely visible on a small screen',
    null,
    [{ x: 0, y: 0, width: 400, height: 600 }],
    { x: 0, y: 0, width: 400, height: 600 },
  ],
])('the window opens %s', (_, last, areas, expected) => {
  expect(initialBounds(last, areas)).toMatchObject(expected);
});
