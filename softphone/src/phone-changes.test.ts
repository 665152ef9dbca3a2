import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accepted, cancelled, KEY, ring, signedInAs } from './core/sample-events.ts';
import { viewName } from './core/screen/view-name.ts';
import { createPhone } from './phone.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => vi.useRealTimers());

function rung() {
  const phone = createPhone({ perform: () => {} });
  for (const event of [...signedInAs(), ...ring()]) phone.send(event);
  const changed = vi.fn();
  phone.listen(changed);
  return { phone, changed };
}

test('the view of an accepted call is announced after its connection got a head start', () => {
  const { phone, changed } = rung();
  phone.send({ type: 'acceptClicked' });
  expect(viewName(phone.getState())).toBe('oncall');
  expect(changed).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(changed).toHaveBeenCalledTimes(1);
});

test("an event during the connection's head start is announced with the view", () => {
  const { phone, changed } = rung();
  phone.send({ type: 'acceptClicked' });
  phone.send(accepted(KEY));
  expect(changed).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(changed).toHaveBeenCalledTimes(1);
});

test('an event after the head start is announced at once', () => {
  const { phone, changed } = rung();
  phone.send({ type: 'acceptClicked' });
  vi.runAllTimers();
  phone.send(accepted(KEY));
  expect(changed).toHaveBeenCalledTimes(2);
});

test('a ring that is withdrawn is announced at once', () => {
  const { phone, changed } = rung();
  phone.send(cancelled());
  expect(changed).toHaveBeenCalledTimes(1);
});
