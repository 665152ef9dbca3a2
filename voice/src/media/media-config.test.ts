import { expect, test } from 'vitest';
import { readMediaConfig } from './media-config.ts';

test.each<[string, Record<string, string>, object]>([
  [
    'a list of addresses',
    { MEDIA_ADDRESS: '192.0.2.7, 2001:db8::1' },
    { addresses: ['192.0.2.7', '2001:db8::1'] },
  ],
  ['a range of ports', { MEDIA_PORTS: '40000-40999' }, { ports: { min: 40_000, max: 40_999 } }],
  ['one port', { MEDIA_PORTS: '40000-40000' }, { ports: { min: 40_000, max: 40_000 } }],
  ['empty settings', { MEDIA_PORTS: '', MEDIA_ADDRESS: '' }, { ports: null }],
  ['no MEDIA_GONE_SECONDS', {}, { lostAfterMs: 30_000 }],
  ['a MEDIA_GONE_SECONDS above the default', { MEDIA_GONE_SECONDS: '600' }, { lostAfterMs: 600_000 }],
])('readMediaConfig() accepts %s', (_name, env, expected) => {
  expect(readMediaConfig(env)).toMatchObject(expected);
});

test.each([{}, { MEDIA_ADDRESS: '' }, { MEDIA_ADDRESS: 'localhost' }, { MEDIA_ADDRESS: '127.0.0.1' }])(
  '%j binds to loopback only',
  (env) => {
    expect(readMediaConfig(env)).toMatchObject({
      addresses: ['127.0.0.1'],
      bindings: [{ family: 'udp4', bind: '127.0.0.1', advertised: ['127.0.0.1'] }],
    });
  },
);

test.each(['0.0.0.0', '::'])('%s advertises all host addresses, 127.0.0.1 last', (MEDIA_ADDRESS) => {
  const { addresses, bindings } = readMediaConfig({ MEDIA_ADDRESS });
  expect(addresses.at(-1)).toBe('127.0.0.1');
  expect(bindings[0]).toMatchObject({ family: 'udp4', bind: '0.0.0.0' });
});

test.each<[string, Record<string, string>, RegExp]>([
  ['a host name', { MEDIA_ADDRESS: 'example.com' }, /^MEDIA_ADDRESS should be/],
  ['an empty address', { MEDIA_ADDRESS: '192.0.2.7,' }, /^MEDIA_ADDRESS should be/],
  ['text instead of a port range', { MEDIA_PORTS: 'many' }, /^MEDIA_PORTS should be/],
  ['a reversed port range', { MEDIA_PORTS: '50000-40000' }, /^MEDIA_PORTS should be/],
  ['privileged ports', { MEDIA_PORTS: '1-2' }, /^MEDIA_PORTS should be/],
  [
    'a MEDIA_GONE_SECONDS below the lifetime of ICE consent',
    { MEDIA_GONE_SECONDS: '29' },
    /^MEDIA_GONE_SECONDS should be/,
  ],
  ['ports above 65535', { MEDIA_PORTS: '65000-70000' }, /^MEDIA_PORTS should be/],
])('%s is rejected', (_name, env, message) => {
  expect(() => readMediaConfig(env)).toThrow(message);
});
