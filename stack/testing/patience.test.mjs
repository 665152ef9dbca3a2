import { expect, test, vi } from 'vitest';
import { patience, patient } from './patience.mjs';

test('the factor is measured once and passed to child processes', () => {
  vi.stubEnv('OFFHOOK_PATIENCE', '');
  const measured = patience();
  expect(measured).toBeGreaterThanOrEqual(1);
  expect(measured).toBeLessThanOrEqual(6);
  expect(Number(process.env.OFFHOOK_PATIENCE)).toBeCloseTo(measured, 1);
  process.env.OFFHOOK_PATIENCE = '3.5';
  expect(patience()).toBe(3.5);
  expect(patient(1_000)).toBe(3_500);
  vi.unstubAllEnvs();
});
