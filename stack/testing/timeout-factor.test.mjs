import { expect, test, vi } from 'vitest';
import { scaleTimeout, timeoutFactor } from './timeout-factor.mjs';

test('the factor is measured once and passed to child processes', () => {
  vi.stubEnv('OFFHOOK_PATIENCE', '');
  const measured = timeoutFactor();
  expect(measured).toBeGreaterThanOrEqual(1);
  expect(measured).toBeLessThanOrEqual(6);
  expect(Number(process.env.OFFHOOK_PATIENCE)).toBeCloseTo(measured, 1);
  process.env.OFFHOOK_PATIENCE = '3.5';
  expect(timeoutFactor()).toBe(3.5);
  expect(scaleTimeout(1_000)).toBe(3_500);
  vi.unstubAllEnvs();
});
