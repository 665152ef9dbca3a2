import { FramedPhoneMessage } from '@offhook/contract/client/framed-phone';
import { expect, test, vi } from 'vitest';
import { frameBridge } from './framed-phone.ts';

type Page = Parameters<typeof frameBridge>[0];

test('a phone in a frame reports its status to the page around it, within its own origin', () => {
  const postMessage = vi.fn();
  const page = { self: {}, parent: { postMessage }, location: { origin: 'https://phone.example' } };
  frameBridge(page as unknown as Page)?.showStatus?.({ lamp: 'oncall', muted: false });
  const [message, origin] = postMessage.mock.calls[0] ?? [];
  expect(FramedPhoneMessage.parse(message)).toEqual({
    type: 'offhookPhone',
    status: { lamp: 'oncall', muted: false },
  });
  expect(origin).toBe('https://phone.example');
});

test('a phone in a frame takes commands only from the page around it, within its own origin', () => {
  const parent = {};
  const page = Object.assign(new EventTarget(), {
    self: {},
    parent,
    location: { origin: 'https://phone.example' },
  });
  const taken: unknown[] = [];
  frameBridge(page as unknown as Page)?.onCommand?.((command) => taken.push(command));
  const post = (data: unknown, sender: { source?: unknown; origin?: string } = {}) => {
    const event = new Event('message');
    page.dispatchEvent(
      Object.assign(event, { data, source: parent, origin: 'https://phone.example', ...sender }),
    );
  };
  const hangUp = { type: 'offhookConsole', command: { type: 'hangUp' } };
  post(hangUp, { origin: 'https://other.example' });
  post(hangUp, { source: {} });
  post({ type: 'offhookConsole', command: { type: 'explode' } });
  post('hangUp');
  expect(taken).toEqual([]);
  post(hangUp);
  expect(taken).toEqual([{ type: 'hangUp' }]);
});

test('a phone outside a frame reports to no page', () => {
  const self = {};
  const page = { self, parent: self, location: { origin: 'https://phone.example' } };
  expect(frameBridge(page as unknown as Page)).toBeNull();
});
