import type { DesktopStatus } from '@offhook/contract/desktop';
import { expect, test, vi } from 'vitest';
import type { Click, PhoneEvent } from '../../core/events.ts';
import { initialPhone, type PhoneState } from '../../core/phone-state.ts';
import { ring, run, signedInAs } from '../../core/sample-events.ts';
import { connectDesktop } from './desktop-link.ts';

function page() {
  let state: PhoneState = initialPhone;
  let changed = () => {};
  let emit: (command: unknown) => void = () => {};
  const clicks: Click[] = [];
  const shown: DesktopStatus['lamp'][] = [];
  const warn = vi.fn();
  const phone = {
    getState: () => state,
    listen: (listener: () => void) => {
      changed = listener;
      return () => {};
    },
    click: (click: Click) => clicks.push(click),
  };
  const desktop = {
    showStatus: ({ lamp }: DesktopStatus) => shown.push(lamp),
    onCommand: (callback: (command: unknown) => void) => {
      emit = callback;
    },
  };
  const after = (events: readonly PhoneEvent[]) => {
    state = run(events).state;
    changed();
  };
  return { phone, desktop, clicks, shown, warn, after, emit: (command: unknown) => emit(command) };
}

test('the app receives the status immediately and after each change', () => {
  const { phone, desktop, shown, warn, after } = page();
  connectDesktop(desktop, phone, warn);
  expect(shown).toEqual(['signedOut']);
  const rings = [...signedInAs(), ...ring()];
  after(rings);
  after([...rings, { type: 'noticeTimedOut' }]);
  after([]);
  expect(shown).toEqual(['signedOut', 'ringing', 'signedOut']);
});

test('commands from the desktop app act as clicks', () => {
  const { phone, desktop, clicks, warn, emit } = page();
  connectDesktop(desktop, phone, warn);
  emit({ type: 'accept' });
  emit({ type: 'openTelLink', url: 'tel:+14155550100' });
  expect(clicks).toEqual([{ type: 'acceptClicked' }, { type: 'telLinkOpened', url: 'tel:+14155550100' }]);
  expect(warn).not.toHaveBeenCalled();
});

test.each<[unknown]>([[null], [{ type: 'reboot' }], [{ type: 'openTelLink' }], ['accept']])(
  'the unknown command %j is ignored with a warning',
  (command) => {
    const { phone, desktop, clicks, warn, emit } = page();
    connectDesktop(desktop, phone, warn);
    emit(command);
    expect([clicks, warn.mock.calls.length]).toEqual([[], 1]);
  },
);

test('an older desktop app without status support still works', () => {
  const { phone, warn, after } = page();
  connectDesktop({ incomingCall: () => {} }, phone, warn);
  after(signedInAs());
  expect(warn).not.toHaveBeenCalled();
});
