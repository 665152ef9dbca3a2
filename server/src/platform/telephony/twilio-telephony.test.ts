import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../operations/metrics.ts';
import { ACCOUNT } from '../../testing/servers/keys.ts';
import { serve } from '../../testing/servers/local.ts';
import { toFailure } from './telephony-outcome.ts';
import { createTelephony } from './twilio-telephony.ts';

const provider = (answer: { status: number; body: object } | null) =>
  serve((_request, response) => {
    if (answer === null) response.destroy();
    else {
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    }
  });

const errorResponse = (status: number, code: number) => ({
  status,
  body: { code, message: 'words', more_info: '', status },
});

describe('a failed request to the provider', () => {
  const rows: readonly [string, { status: number; body: object } | null, string][] = [
    ['may have been done if the connection broke', null, 'unclear'],
    ['may have been done after a server error', errorResponse(500, 20_500), 'unclear'],
    ['was not done after too many requests', errorResponse(429, 20_429), 'throttled'],
    ['is final after bad input', errorResponse(400, 21_211), 'refused'],
    ['is final without authorization', errorResponse(401, 20_003), 'refused'],
    ['means that a missing call is over', errorResponse(404, 20_404), 'gone'],
    ['means that a call not in progress is over', errorResponse(400, 21_220), 'gone'],
  ];
  it.each(rows)('%s', async (_sentence, answer, kind) => {
    const telephony = createTelephony({ ...ACCOUNT, apiBase: await provider(answer) });
    expect(await telephony.end('CA00000000')).toMatchObject({ ok: false, kind });
  });

  it('is counted by kind and by the provider’s error code', async () => {
    const metrics = createMetrics();
    const failRequest = async (apiBase: string) => {
      const telephony = createTelephony({ ...ACCOUNT, apiBase }, { onFailure: metrics.providerFailed });
      await telephony.end('CA00000000');
    };
    await failRequest(await provider(errorResponse(429, 20_429)));
    await failRequest('http://127.0.0.1:1');
    await failRequest(await provider({ status: 200, body: { sid: 'CA00000000' } }));
    const { body } = await metrics.render(null, { parts: {}, disk: null });
    expect(body.match(/^offhook_provider_errors_total.*$/gm)).toEqual([
      'offhook_provider_errors_total{kind="throttled",code="20429"} 1',
      'offhook_provider_errors_total{kind="unreachable",code=""} 1',
    ]);
  });

  it('is unreachable when the connection is refused', async () => {
    const telephony = createTelephony({ ...ACCOUNT, apiBase: 'http://127.0.0.1:1' });
    expect(await telephony.end('CA00000000')).toMatchObject({ ok: false, kind: 'unreachable' });
    expect(toFailure('what is this')).toMatchObject({ kind: 'unclear', message: 'what is this' });
  });
});

describe('a signature', () => {
  it('is valid for one URL, one form and one token', async () => {
    const telephony = createTelephony({ ...ACCOUNT, apiBase: '' });
    const { default: twilio } = await import('twilio');
    const url = 'https://a.test/twilio/x?a=1';
    const signature = twilio.getExpectedTwilioSignature(ACCOUNT.authToken, url, { A: '1', B: ['x', 'y'] });
    expect(await telephony.verifySignature(signature, url, { A: '1', B: ['y', 'x'] })).toBe(true);
    expect(await telephony.verifySignature(signature, `${url}1`, { A: '1', B: ['y', 'x'] })).toBe(false);
    expect(await telephony.verifySignature(signature, url, { A: '2', B: ['y', 'x'] })).toBe(false);
    expect(await telephony.verifySignature('', url, {})).toBe(false);
  });
});
