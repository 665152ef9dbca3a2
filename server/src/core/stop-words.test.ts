import { expect, it } from 'vitest';
import { asksToStop } from './stop-words.ts';

it.each(['STOP', ' stop. ', 'Unsubscribe!', 'opt-out', 'Stop all', 'QUIT\n', '"cancel"'])(
  '%j asks to stop',
  (text) => {
    expect(asksToStop(text)).toBe(true);
  },
);

it.each(['Please stop by at five', 'End of the month is fine', '', '👍', 'do not stop', 'stopp'])(
  '%j does not',
  (text) => {
    expect(asksToStop(text)).toBe(false);
  },
);
