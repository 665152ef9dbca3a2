import { expect, test } from 'vitest';
import { curlCommand } from './curl.ts';

const request = { attempt: 1, redirects: 0, url: 'http://a/x?b=1', signature: 'sig=' } as const;

test('a webhook is a curl command with its signature', () => {
  const params = [['From', '+14155550100']] as const;
  expect(curlCommand({ ...request, method: 'POST', params })).toBe(
    "curl 'http://a/x?b=1' \\\n  -H 'X-Twilio-Signature: sig=' \\\n  --data-urlencode 'From=+14155550100'",
  );
  expect(curlCommand({ ...request, method: 'GET', params })).toContain("curl -G 'http://a/x?b=1'");
});

test('quotes in a text don’t end the shell’s argument', () => {
  const params = [['Body', "it's $(rm)"]] as const;
  expect(curlCommand({ ...request, method: 'POST', params })).toContain(`'Body=it'\\''s $(rm)'`);
});
