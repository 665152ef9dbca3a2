import { expect, test } from 'vitest';
import { allCombinations } from '../../../design/tests/spread.mjs';
import { type Driver, inGallery } from './driver.ts';
import { signedInStates, testAccessibility, testCallVisible, testEdges, visitStates } from './every-state.ts';

const { driver } = inGallery();

/** While keys are ignored, their hints are dimmed on purpose. */
function withKeys(): Driver {
  const one = driver();
  const areKeysUsed = () => !('keysIgnored' in document.documentElement.dataset);
  return {
    ...one,
    show: async (...state) => {
      await one.show(...state);
      await one.page.waitForFunction(areKeysUsed);
    },
  };
}

testAccessibility(withKeys, allCombinations);
testEdges(driver, allCombinations);
testCallVisible(driver, allCombinations);

test('the focus is never lost between any two states', async () => {
  const { lost } = await visitStates(driver(), [...signedInStates, ...signedInStates.toReversed()]);
  expect(lost).toEqual([]);
});
