import { allCombinations } from '../../../design/tests/spread.mjs';
import { galleryDriver } from './driver.ts';
import { testEveryState } from './states/every-state.ts';
import { states } from './states/states.ts';

const driver = galleryDriver();

testEveryState(driver, Object.keys(states), allCombinations);
