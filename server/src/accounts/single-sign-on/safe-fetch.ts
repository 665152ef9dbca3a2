import { english } from '../../platform/core/sentences.ts';
import type { SafeHttp } from '../../platform/telephony/safe-http.ts';

/** The keys of an issuer may have certificates. */
const MAX_LENGTH = 256 * 1024;
const METHODS = ['GET', 'POST'] as const;

export type SafeFetch = (
  url: string,
  options: {
    readonly method?: string;
    readonly headers?: ConstructorParameters<typeof Headers>[0];
    readonly body?: unknown;
  },
) => Promise<Response>;

/** As `openid-client` calls it. Follows no redirects, as it demands. @throws TypeError with the cause's `code` */
export function safeFetch(http: SafeHttp): SafeFetch {
  return async (url, { method = 'GET', headers, body }) => {
    const answer = await http.send({
      method: METHODS.find((one) => one === method) ?? 'GET',
      url,
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined || body === null ? '' : String(body),
      maxBodyLength: MAX_LENGTH,
    });
    if (!answer.ok) throw failure(answer.error);
    if (answer.isTruncated) throw failure(english({ id: 'delivery.tooLong' }));
    // The content decides whether it's JSON.
    return new Response(answer.status === 204 || answer.status === 304 ? null : answer.body, {
      status: answer.status,
      headers: { 'content-type': 'application/json' },
    });
  };
}

const failure = (code: string) => new TypeError('fetch failed', { cause: { code } });
