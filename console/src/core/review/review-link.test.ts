import { expect, it } from 'vitest';
import { linkedPlace, recordingLink } from './review-link.ts';

it('a link leads to the recording at its time', () => {
  const link = recordingLink('https://phone.example', 77, { recordingId: 12, at: 75.9 });
  expect(link).toBe('https://phone.example/admin/calls/77?recording=12&at=75');
  expect(linkedPlace(new URL(link).searchParams)).toEqual({ recordingId: 12, at: 75 });
});

it.each([
  ['', null],
  ['recording=x', null],
  ['recording=12', { recordingId: 12, at: 0 }],
  ['recording=12&at=-3', { recordingId: 12, at: 0 }],
  ['recording=12&at=999999999', { recordingId: 12, at: 86_400 }],
])('the address ?%s leads to %j', (search, expected) => {
  expect(linkedPlace(new URLSearchParams(search))).toEqual(expected);
});
