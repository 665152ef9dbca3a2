/** The API as the phone asks it: a session that ends, and a server that lacks some requests. */
import { type ApiResult, type Client, createClient, failure } from '@offhook/contract/client/client';
import { REQUESTS, type RequestName, type Requests } from '@offhook/contract/requests';

export type Api = Pick<Client<Requests>, 'base' | 'ask' | 'tell'>;

export interface ApiOptions {
  /** Origin without a slash at the end. */
  readonly base: string;
  /** A request after the first was answered with 401: the session is over. */
  readonly sessionExpired: () => void;
  /** For an answer, in milliseconds. */
  readonly timeoutMs?: number;
}

/**
 * Requests that a server may lack. It does when its first answer to one is 404; a later 404 is an accident on the way.
 * An unknown call is 404 as well, so the hang-up counts only where the presence report is lacking too.
 */
const EXTRAS: readonly RequestName[] = ['reportPresence', 'hangUp', 'reportQuality', 'getCallable'];

/** The largest answer that is read, in characters; a page of the longest list is a hundredth of it. */
const ANSWER_LIMIT = 2_000_000;

export function createApi({ sessionExpired, ...options }: ApiOptions): Api {
  const offered = new Map<RequestName, boolean>();
  const client = createClient({
    ...options,
    table: REQUESTS,
    fetch,
    answerLimit: ANSWER_LIMIT,
    answered: (name, status) => {
      // A 401 to the first call would reload for ever.
      if (status === 401 && name !== 'getUser') sessionExpired();
      const isSure = name !== 'hangUp' || offered.get('reportPresence') === false;
      if (EXTRAS.includes(name) && !offered.has(name) && isSure) offered.set(name, status !== 404);
    },
  });

  async function offer<T>(name: RequestName, request: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
    const isLacking = () => offered.get(name) === false;
    const result = isLacking() ? NOT_OFFERED : await request();
    return isLacking() ? NOT_OFFERED : result;
  }

  return {
    base: client.base,
    ask: (name, input) => offer(name, () => client.ask(name, input)),
    tell: (name, input) => offer(name, () => client.tell(name, input)),
  };
}

const NOT_OFFERED = failure('notOffered', 404);
