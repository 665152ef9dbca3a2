import { expect, test } from 'vitest';
import { type EventInput, ring, run, signedInAs } from '../sample-events.ts';
import { shouldAskToNotify } from './asks-to-notify.ts';

test('the waiting view asks for notification permission until it is decided or the agent clicks Not now', () => {
  const found = (permission: 'unknown' | 'default' | 'granted' | 'denied') =>
    [signedInAs(), { type: 'notifyPermissionFound', permission }] as const;
  const asks = (...events: readonly EventInput[]) => shouldAskToNotify(run(events).state);
  expect(asks(found('default'))).toBe(true);
  for (const permission of ['unknown', 'granted', 'denied'] as const)
    expect(asks(found(permission))).toBe(false);
  expect(asks(found('default'), 'notifyNotNowClicked')).toBe(false);
  expect(asks(found('default'), ring())).toBe(false);
  expect(asks({ type: 'notifyPermissionFound', permission: 'default' })).toBe(false);
});
