/** Every state of the phone in every theme, size and reading direction. */
import { beforeAll, expect, test } from 'vitest';
import { crossed } from '../../../design/tests/spread.mjs';
import { type GalleryDriver, startDriver } from './driver.ts';
import { inside, testBarriers, testCallInSight, testEdges, walk } from './every-state.ts';

let driver: GalleryDriver;
beforeAll(async () => {
  driver = await startDriver();
});

testBarriers(() => driver, crossed);
testEdges(() => driver, crossed);
testCallInSight(() => driver, crossed);

test('the focus is never lost, whatever follows whatever', async () => {
  const { lost } = await walk(driver, [...inside, ...inside.toReversed()]);
  expect(lost).toEqual([]);
});
