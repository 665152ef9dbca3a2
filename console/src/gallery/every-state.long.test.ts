import { allCombinations } from '../../../design/tests/spread.mjs';
import { galleryDriver } from './driver.ts';
import { testEveryState } from './every-state.ts';
import { states } from './states.ts';

const driver = galleryDriver();

testEveryState(driver, Object.keys(states), allCombinations);
