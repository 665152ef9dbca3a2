import { expect, test } from 'vitest';
import { parseEdge } from './edges.ts';

test.each([
  ['/signal', 'localhost:7001', 'local', 'local'],
  ['/sydney/signal', 'localhost:7001', 'sydney', 'ASIAPAC_SYDNEY'],
  ['/signal', 'voice-js.dublin.twilio.com', 'dublin', 'EU_IRELAND'],
  ['/signal', 'voice-js.san-jose-ix.twilio.com:443', 'san-jose-ix', 'us2-ix'],
  ['/signal', 'voice-js.roaming.twilio.com', 'local', 'local'],
  ['/tokyo/signal', 'voice-js.dublin.twilio.com', 'tokyo', 'ASIAPAC_TOKYO'],
])('%s at %s selects the edge %s', (path, host, edge, region) => {
  expect(parseEdge(path, host)).toEqual({ edge, region });
});

test.each([
  ['/mars/signal', 'localhost'],
  ['/constructor/signal', 'localhost'],
  ['/signal', 'voice-js.mars.twilio.com'],
  ['/a/sydney/signal', 'localhost'],
  ['/signals', 'localhost'],
  ['/', 'localhost'],
])('%s at %s is not a signaling address', (path, host) => {
  expect(parseEdge(path, host)).toBeNull();
});
