import { expect, test } from 'vitest';
import { crossed } from '../../../design/tests/spread.mjs';
import { inGallery } from './driver.ts';
import { inside, testAccessibility, testCallVisible, testEdges, walk } from './every-state.ts';

const { driver } = inGallery();

testAccessibility(driver, crossed);
testEdges(driver, crossed);
testCallVisible(driver, crossed);

test('the focus is never lost between any two states', async () => {
  const { lost } = await walk(driver(), [...inside, ...inside.toReversed()]);
  expect(lost).toEqual([]);
});
