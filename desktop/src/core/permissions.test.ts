import { expect, test } from 'vitest';
import { type Asked, isAllowed } from './permissions.ts';

const ORIGIN = 'https://phone.example.com';
const asked = (rest: Partial<Asked>): Asked => ({
  permission: 'media',
  by: `${ORIGIN}/`,
  isMainFrame: true,
  media: ['audio'],
  ...rest,
});

test.each<[string, Partial<Asked>, boolean]>([
  ['the microphone', {}, true],
  ['the microphone, by another origin', { by: 'https://evil.example/' }, false],
  ['the microphone, by another port', { by: `${ORIGIN}:8443/` }, false],
  ['the microphone, by nobody', { by: '' }, false],
  ['the microphone, by a frame', { isMainFrame: false }, false],
  ['the camera', { media: ['video'] }, false],
  ['both', { media: ['audio', 'video'] }, false],
  ['a device that is not named', { media: [] }, false],
  ['one that is not known', { media: ['unknown'] }, false],
  ['notifications', { permission: 'notifications', media: [] }, true],
  [
    'notifications, by another origin',
    { permission: 'notifications', media: [], by: 'https://x.example' },
    false,
  ],
  ['to choose a speaker', { permission: 'speaker-selection', media: [] }, true],
  ['to put text on the clipboard', { permission: 'clipboard-sanitized-write', media: [] }, true],
  ['to read the clipboard', { permission: 'clipboard-read', media: [] }, false],
  ['the place', { permission: 'geolocation', media: [] }, false],
  ['the screen', { permission: 'display-capture', media: [] }, false],
  ['files', { permission: 'fileSystem', media: [] }, false],
  ['other programs', { permission: 'openExternal', media: [] }, false],
  ['serial ports', { permission: 'serial', media: [] }, false],
  ['what nobody has heard of', { permission: 'new-thing', media: [] }, false],
])('%s', (_, rest, expected) => {
  expect(isAllowed(asked(rest), ORIGIN)).toBe(expected);
});
