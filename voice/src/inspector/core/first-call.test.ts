import { expect, test } from 'vitest';
import { firstCall } from './first-call.ts';

const account = {
  accountSid: 'AC1',
  authToken: 'token',
  apiKey: 'SK1',
  apiSecret: 'secret',
  applicationSid: 'AP1',
  numbers: [],
};

test.each([
  ['http://localhost:7001', "curl -u 'AC1:token' http://localhost:7001/2010"],
  // With the service's own certificate.
  ['https://localhost:7001', "curl -k -u 'AC1:token' https://localhost:7001/2010"],
])('the command for a first call at %s', (origin, start) => {
  expect(firstCall(origin, account).startsWith(start)).toBe(true);
});
