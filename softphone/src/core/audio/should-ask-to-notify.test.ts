import { expect, test } from 'vitest';
import { type EventInput, ring, run, signedInAs } from '../sample-events.ts';
import { shouldAskToNotify } from './should-ask-to-notify.ts';

test('the waiting view asks for notification permission until it is decided or the agent clicks Not now', () => {
  const found = (permission: 'unknown' | 'default' | 'granted' | 'denied') =>
    [signedInAs(), { type: 'notifyPermissionFound', permission }] as const;
  const shouldAsk = (...events: readonly EventInput[]) => shouldAskToNotify(run(events).state);
  expect(shouldAsk(found('default'))).toBe(true);
  for (const permission of ['unknown', 'granted', 'denied'] as const)
    expect(shouldAsk(found(permission))).toBe(false);
  expect(shouldAsk(found('default'), 'notifyNotNowClicked')).toBe(false);
  expect(shouldAsk(found('default'), ring())).toBe(false);
  expect(shouldAsk({ type: 'notifyPermissionFound', permission: 'default' })).toBe(false);
});
