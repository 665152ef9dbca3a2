import { expect, test } from 'vitest';
import { readMediaConfig } from './media-config.ts';

test.each<[string, Record<string, string>, object]>([
  ['addresses', { MEDIA_ADDRESS: '192.0.2.7, 2001:db8::1' }, { addresses: ['192.0.2.7', '2001:db8::1'] }],
  ['a range of ports', { MEDIA_PORTS: '40000-40999' }, { ports: { min: 40_000, max: 40_999 } }],
  ['one port', { MEDIA_PORTS: '40000-40000' }, { ports: { min: 40_000, max: 40_000 } }],
  ['empty means any port', { MEDIA_PORTS: '', MEDIA_ADDRESS: '' }, { ports: null }],
  ['a browser is gone as consent is', {}, { goneMs: 30_000 }],
  ['or later', { MEDIA_GONE_SECONDS: '600' }, { goneMs: 600_000 }],
])('%s', (_sentence, env, expected) => {
  expect(readMediaConfig(env)).toMatchObject(expected);
});

test.each([{}, { MEDIA_ADDRESS: '' }, { MEDIA_ADDRESS: 'localhost' }, { MEDIA_ADDRESS: '127.0.0.1' }])(
  'with %j only this machine is served',
  (env) => {
    expect(readMediaConfig(env)).toMatchObject({
      addresses: ['127.0.0.1'],
      bindings: [{ family: 'udp4', bind: '127.0.0.1', offers: ['127.0.0.1'] }],
    });
  },
);

test.each(['0.0.0.0', '::'])('%s stands for all own addresses, 127.0.0.1 last', (MEDIA_ADDRESS) => {
  const { addresses, bindings } = readMediaConfig({ MEDIA_ADDRESS });
  expect(addresses.at(-1)).toBe('127.0.0.1');
  expect(bindings[0]).toMatchObject({ family: 'udp4', bind: '0.0.0.0' });
});

test.each<[string, Record<string, string>, RegExp]>([
  ['a name is no address', { MEDIA_ADDRESS: 'example.com' }, /^MEDIA_ADDRESS should be/],
  ['an address is missing', { MEDIA_ADDRESS: '192.0.2.7,' }, /^MEDIA_ADDRESS should be/],
  ['a word', { MEDIA_PORTS: 'many' }, /^MEDIA_PORTS should be/],
  ['the wrong way round', { MEDIA_PORTS: '50000-40000' }, /^MEDIA_PORTS should be/],
  ['ports of the system', { MEDIA_PORTS: '1-2' }, /^MEDIA_PORTS should be/],
  ['less than consent lives', { MEDIA_GONE_SECONDS: '29' }, /^MEDIA_GONE_SECONDS should be/],
  ['beyond all ports', { MEDIA_PORTS: '65000-70000' }, /^MEDIA_PORTS should be/],
])('%s is refused', (_sentence, env, message) => {
  expect(() => readMediaConfig(env)).toThrow(message);
});
