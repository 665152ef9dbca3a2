import { expect, test } from 'vitest';
import { isAllowed, type PermissionRequest } from './permissions.ts';

const ORIGIN = 'https://phone.example.com';
const permissionRequest = (rest: Partial<PermissionRequest>): PermissionRequest => ({
  permission: 'media',
  requester: `${ORIGIN}/`,
  isMainFrame: true,
  media: ['audio'],
  ...rest,
});

test.each<[string, Partial<PermissionRequest>, boolean]>([
  ['the microphone', {}, true],
  ['the microphone, by another origin', { requester: 'https://evil.example/' }, false],
  ['the microphone, by another port', { requester: `${ORIGIN}:8443/` }, false],
  ['the microphone, without an origin', { requester: '' }, false],
  ['the microphone, by an embedded frame', { isMainFrame: false }, false],
  ['the camera', { media: ['video'] }, false],
  ['microphone and camera', { media: ['audio', 'video'] }, false],
  ['an unspecified device', { media: [] }, false],
  ['an unknown device', { media: ['unknown'] }, false],
  ['notifications', { permission: 'notifications', media: [] }, true],
  [
    'notifications, by another origin',
    { permission: 'notifications', media: [], requester: 'https://x.example' },
    false,
  ],
  ['speaker selection', { permission: 'speaker-selection', media: [] }, true],
  ['writing to the clipboard', { permission: 'clipboard-sanitized-write', media: [] }, true],
  ['reading the clipboard', { permission: 'clipboard-read', media: [] }, false],
  ['the location', { permission: 'geolocation', media: [] }, false],
  ['the screen', { permission: 'display-capture', media: [] }, false],
  ['files', { permission: 'fileSystem', media: [] }, false],
  ['other programs', { permission: 'openExternal', media: [] }, false],
  ['serial ports', { permission: 'serial', media: [] }, false],
  ['an unknown permission', { permission: 'new-thing', media: [] }, false],
])('%s', (_, rest, expected) => {
  expect(isAllowed(permissionRequest(rest), ORIGIN)).toBe(expected);
});
