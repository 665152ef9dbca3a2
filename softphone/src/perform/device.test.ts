import { expect, test, vi } from 'vitest';
import type { Voice } from '../adapters/voice/voice.ts';
import { devicePerformers } from './device.ts';

test('a placed call connects with the call user, the chosen caller ID and the number', () => {
  const connect = vi.fn();
  const effect = { type: 'connectLine', callKey: 'placed-88', callUserId: 88, to: '+14155550100' } as const;
  devicePerformers.connectLine({ ...effect, callerId: '4' }, { connect } as unknown as Voice);
  devicePerformers.connectLine({ ...effect, callerId: '' }, { connect } as unknown as Voice);
  expect(connect.mock.calls).toEqual([
    ['placed-88', { call_user_id: '88', caller_id: '4', To: '+14155550100' }],
    ['placed-88', { call_user_id: '88', caller_id: '', To: '+14155550100' }],
  ]);
});
