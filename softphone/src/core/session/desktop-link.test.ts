import type { DesktopCommand, DesktopStatus } from '@offhook/contract/desktop';
import { expect, test } from 'vitest';
import type { PhoneEvent } from '../events.ts';
import { initialPhone } from '../phone-state.ts';
import {
  choose,
  disconnected,
  type EventInput,
  ring,
  run,
  saved,
  signedInAs,
  talk,
} from '../sample-events.ts';
import { commandClick, desktopStatus } from './desktop-link.ts';
import { isOnline } from './offline.ts';

const agent = signedInAs();
const inCall: EventInput = [agent, talk()];
const mute: PhoneEvent = { type: 'muteClicked' };
const held: EventInput = ['holdClicked', { type: 'holdSucceeded', callId: 55, held: true, at: 1 }];

test.each<[string, readonly EventInput[], DesktopStatus]>([
  ['a call that rings', [agent, ring()], { lamp: 'ringing', muted: false }],
  ['a call', inCall, { lamp: 'oncall', muted: false }],
  ['a call on hold', [inCall, held], { lamp: 'held', muted: false }],
  ['a muted call', [inCall, mute], { lamp: 'oncall', muted: true }],
  ['an unmuted call', [inCall, mute, mute], { lamp: 'oncall', muted: false }],
  ['the views after a call', [inCall, mute, disconnected()], { lamp: 'wrapup', muted: false }],
  ['a phone without its realtime channel', [agent, 'realtimeLost'], { lamp: 'offline', muted: false }],
  ['a call without its realtime channel', [inCall, 'realtimeLost'], { lamp: 'oncall', muted: false }],
])('the desktop app shows %s', (_, events, expected) => {
  expect(desktopStatus(run(events).state)).toEqual(expected);
});

test('all views after a call share one status in the desktop app', () => {
  const steps: readonly PhoneEvent[] = [disconnected(), choose('contacted'), saved];
  for (let count = 1; count <= steps.length; count += 1)
    expect(desktopStatus(run([inCall, steps.slice(0, count)]).state).lamp).toBe('wrapup');
});

test("the status in the waiting view is online exactly when the phone shows that it's online", () => {
  for (let count = 1; count <= agent.length; count += 1) {
    const { state } = run(agent.slice(0, count));
    if (state.session.name !== 'agent') continue;
    expect(desktopStatus(state).lamp).toBe(isOnline(state) ? 'waiting' : 'offline');
  }
});

test('the status is signed out at the start', () => {
  expect(desktopStatus(initialPhone)).toEqual({ lamp: 'signedOut', muted: false });
});

test.each<[DesktopCommand, PhoneEvent]>([
  [{ type: 'accept' }, { type: 'acceptClicked' }],
  [{ type: 'ignore' }, { type: 'ignoreClicked' }],
  [{ type: 'mute' }, mute],
  [{ type: 'hangUp' }, { type: 'hangUpClicked' }],
  [
    { type: 'openTelLink', url: 'tel:+14155550100' },
    { type: 'telLinkOpened', url: 'tel:+14155550100' },
  ],
])('the command %j acts as the click %j', (command, event) => {
  expect(commandClick(command)).toEqual(event);
});
