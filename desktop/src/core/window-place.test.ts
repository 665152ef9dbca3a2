import { expect, test } from 'vitest';
import { openingPlace, type Place } from './window-place.ts';

const laptop: Place = { x: 0, y: 25, width: 1440, height: 875 };
const screen: Place = { x: 1440, y: 0, width: 1920, height: 1080 };
const middle = { x: 510, y: 83, width: 420, height: 760 };

test.each<[string, Place | null, readonly Place[], object]>([
  ['at the first start in the middle', null, [laptop], middle],
  ['where it was', { x: 1500, y: 40, width: 500, height: 800 }, [laptop, screen], { x: 1500, y: 40 }],
  [
    'in the middle again when that screen is gone',
    { x: 1500, y: 40, width: 500, height: 800 },
    [laptop],
    middle,
  ],
  [
    'as far out as it was, while it can be taken hold of',
    { x: 1340, y: 40, width: 500, height: 700 },
    [laptop],
    { x: 1340 },
  ],
  ['and no further', { x: 1400, y: 40, width: 500, height: 700 }, [laptop], middle],
  ['never above the screen', { x: 100, y: -40, width: 500, height: 700 }, [laptop], middle],
  ['nor below it', { x: 100, y: 895, width: 500, height: 700 }, [laptop], middle],
  [
    'never smaller than the phone',
    { x: 0, y: 30, width: 200, height: 100 },
    [laptop],
    { width: 360, height: 520 },
  ],
  [
    'never larger than the screen',
    { x: 0, y: 30, width: 9999, height: 9999 },
    [laptop],
    { width: 1440, height: 875 },
  ],
  ['somewhere, where nothing is known of screens', null, [], { width: 420, height: 760 }],
  [
    'whole on a small screen',
    null,
    [{ x: 0, y: 0, width: 400, height: 600 }],
    { x: 0, y: 0, width: 400, height: 600 },
  ],
])('the window opens %s', (_, last, areas, expected) => {
  expect(openingPlace(last, areas)).toMatchObject(expected);
});
