/** Detects an expired session, and requests that the server lacks. */
import { type ApiResult, type Client, createClient, failure } from '@offhook/contract/client/client';
import { REQUESTS, type RequestName, type Requests } from '@offhook/contract/requests';
import { t } from '@offhook/i18n/login';

export type Api = Pick<Client<Requests>, 'base' | 'request' | 'send'>;

export interface ApiOptions {
  readonly base: string;
  /** Called on any 401, except the first request's. */
  readonly sessionExpired: () => void;
  /** Of the page, as a BCP 47 tag. */
  readonly language: () => string;
  readonly timeoutMs?: number;
}

/** Requests that the server may lack: the first response is then 404. For hangUp, a 404 may also mean an unknown call. */
const EXTRAS: readonly RequestName[] = ['reportPresence', 'hangUp', 'reportQuality', 'getCallable'];

/** Characters; about 100 times the longest list page. */
const ANSWER_LIMIT = 2_000_000;

export function createApi({ sessionExpired, ...options }: ApiOptions): Api {
  const offered = new Map<RequestName, boolean>();
  const client = createClient({
    ...options,
    table: REQUESTS,
    fetch,
    unknownError,
    answerLimit: ANSWER_LIMIT,
    onAnswer: (name, status) => {
      // Reloading on a 401 to the first request would loop.
      if (status === 401 && name !== 'getUser') sessionExpired();
      const isSure = name !== 'hangUp' || offered.get('reportPresence') === false;
      if (EXTRAS.includes(name) && !offered.has(name) && isSure) offered.set(name, status !== 404);
    },
  });

  async function offer<T>(name: RequestName, request: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
    const isLacking = () => offered.get(name) === false;
    const result = isLacking() ? notOffered() : await request();
    return isLacking() ? notOffered() : result;
  }

  return {
    base: client.base,
    request: (name, input) => offer(name, () => client.request(name, input)),
    send: (name, input) => offer(name, () => client.send(name, input)),
  };
}

const unknownError = () => t('error.unknown');
const notOffered = () => failure('notOffered', 404, unknownError());
