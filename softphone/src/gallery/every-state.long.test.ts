import { expect, test } from 'vitest';
import { crossed } from '../../../design/tests/spread.mjs';
import { inGallery } from './driver.ts';
import { inside, testBarriers, testCallInSight, testEdges, walk } from './every-state.ts';

const { driver } = inGallery();

testBarriers(driver, crossed);
testEdges(driver, crossed);
testCallInSight(driver, crossed);

test('the focus is never lost between any two states', async () => {
  const { lost } = await walk(driver(), [...inside, ...inside.toReversed()]);
  expect(lost).toEqual([]);
});
