/** Detects an expired session, and requests that the server doesn't support. */
import { type ApiResult, type Client, createClient, failure } from '@offhook/contract/client/client';
import { LOGIN_REQUESTS } from '@offhook/contract/requests/login-requests';
import type { PHONE_REQUESTS } from '@offhook/contract/requests/requests';
import { t } from '@offhook/i18n/login';

type AfterLogin = typeof PHONE_REQUESTS;
type Requests = typeof LOGIN_REQUESTS & AfterLogin;
type RequestName = keyof Requests;

export type Api = Pick<Client<Requests>, 'base' | 'request' | 'send'>;

export interface PageApi extends Api {
  /** The login doesn't load them. */
  readonly addRequests: (rows: AfterLogin) => void;
}

export interface ApiOptions {
  readonly base: string;
  /** Called on any 401, except the first request's. */
  readonly sessionExpired: () => void;
  /** The page's language, as a BCP 47 tag. */
  readonly language: () => string;
  readonly timeoutMs?: number;
}

/** The first response is 404 if the server doesn't support the request. For hangUp, also if the call is unknown. */
const OPTIONAL: readonly RequestName[] = ['reportPresence', 'hangUp', 'reportQuality', 'getCallable'];

/** Characters; about 100 times the longest list page. */
const MAX_RESPONSE_LENGTH = 2_000_000;

export function createApi({ sessionExpired, ...options }: ApiOptions): PageApi {
  // Complete before the first request after the login.
  const table = { ...LOGIN_REQUESTS } as Requests;
  const supported = new Map<RequestName, boolean>();
  const client = createClient({
    ...options,
    table,
    fetch,
    unknownError,
    unreachableError: () => t('error.unreachable'),
    answerLimit: MAX_RESPONSE_LENGTH,
    onAnswer: (name, status) => {
      // Reloading on a 401 to the first request would loop.
      if (status === 401 && name !== 'getUser') sessionExpired();
      const isReliable = name !== 'hangUp' || supported.get('reportPresence') === false;
      if (OPTIONAL.includes(name) && !supported.has(name) && isReliable) supported.set(name, status !== 404);
    },
  });

  async function requestIfSupported<T>(
    name: RequestName,
    request: () => Promise<ApiResult<T>>,
  ): Promise<ApiResult<T>> {
    const isUnsupported = () => supported.get(name) === false;
    const result = isUnsupported() ? notOffered() : await request();
    return isUnsupported() ? notOffered() : result;
  }

  return {
    base: client.base,
    addRequests: (rows) => Object.assign(table, rows),
    request: (name, input) => requestIfSupported(name, () => client.request(name, input)),
    send: (name, input) => requestIfSupported(name, () => client.send(name, input)),
  };
}

const unknownError = () => t('error.unknown');
const notOffered = () => failure('notOffered', 404, unknownError());
