import { expect, test } from 'vitest';
import { allCombinations } from '../../../design/tests/spread.mjs';
import { inGallery } from './driver.ts';
import { signedInStates, testAccessibility, testCallVisible, testEdges, visitStates } from './every-state.ts';

const { driver } = inGallery();

testAccessibility(driver, allCombinations);
testEdges(driver, allCombinations);
testCallVisible(driver, allCombinations);

test('the focus is never lost between any two states', async () => {
  const { lost } = await visitStates(driver(), [...signedInStates, ...signedInStates.toReversed()]);
  expect(lost).toEqual([]);
});
