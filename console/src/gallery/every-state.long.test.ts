/** Every state of the console in every theme and at every width. */
import { beforeAll } from 'vitest';
import { crossed } from '../../../design/tests/spread.mjs';
import { type Driver, startDriver } from './driver.ts';
import { testEveryState } from './every-state.ts';
import { states } from './states.ts';

let driver: Driver;

beforeAll(async () => {
  driver = await startDriver();
});

testEveryState(() => driver, Object.keys(states), crossed);
