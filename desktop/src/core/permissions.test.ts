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

test.each<[string, Partial<PermissionRequest>]>([
  ['the microphone', {}],
  ['notifications', { permission: 'notifications', media: [] }],
  ['speaker selection', { permission: 'speaker-selection', media: [] }],
  ['writing to the clipboard', { permission: 'clipboard-sanitized-write', media: [] }],
])('a request for %s is allowed', (_, rest) => {
  expect(isAllowed(permissionRequest(rest), ORIGIN)).toBe(true);
});

test.each<[string, Partial<PermissionRequest>]>([
  ['the microphone from another origin', { requester: 'https://evil.example/' }],
  ['the microphone from another port', { requester: `${ORIGIN}:8443/` }],
  ['the microphone, without an origin', { requester: '' }],
  ['the microphone from an embedded frame', { isMainFrame: false }],
  ['the camera', { media: ['video'] }],
  ['the microphone and the camera', { media: ['audio', 'video'] }],
  ['an unspecified device', { media: [] }],
  ['an unknown device', { media: ['unknown'] }],
  [
    'notifications from another origin',
    { permission: 'notifications', media: [], requester: 'https://x.example' },
  ],
  ['reading the clipboard', { permission: 'clipboard-read', media: [] }],
  ['the location', { permission: 'geolocation', media: [] }],
  ['the screen', { permission: 'display-capture', media: [] }],
  ['file access', { permission: 'fileSystem', media: [] }],
  ['opening other programs', { permission: 'openExternal', media: [] }],
  ['serial ports', { permission: 'serial', media: [] }],
  ['an unknown permission', { permission: 'new-thing', media: [] }],
])('a request for %s is denied', (_, rest) => {
  expect(isAllowed(permissionRequest(rest), ORIGIN)).toBe(false);
});
