/** The console's API: its own requests, those it shares with the phone, and uploads. */
import {
  type AnswerOf,
  type ApiResult,
  type Client,
  createClient,
  failure,
  type InputOf,
  toApiResult,
} from '@offhook/contract/client/client';
import { CONSOLE_REQUESTS } from '@offhook/contract/console/console';
import {
  GREETING_FILES,
  GreetingAnswer,
  type GreetingFile,
} from '@offhook/contract/console/greeting-entities';
import { LEAD_IMPORT_FILES } from '@offhook/contract/console/leads/import-entities';
import { DO_NOT_CALL_FILE, DoNotCallFileAnswer } from '@offhook/contract/leads/do-not-call-file';
import { LOGIN_REQUESTS } from '@offhook/contract/requests/login-requests';
import { PHONE_REQUESTS } from '@offhook/contract/requests/requests';
import { t } from '@offhook/i18n/login';
import * as z from 'zod/mini';

const { getUser } = LOGIN_REQUESTS;
const {
  logout,
  changePassword,
  setLocale,
  realtimeAuth,
  realtimeSignIn,
  listenCall,
  whisperCall,
  bargeCall,
} = PHONE_REQUESTS;

const TABLE = {
  ...CONSOLE_REQUESTS,
  getUser,
  logout,
  changePassword,
  setLocale,
  realtimeAuth,
  realtimeSignIn,
  listenCall,
  whisperCall,
  bargeCall,
};

type Table = typeof TABLE;
export type RequestName = keyof Table;
export type RequestInput<N extends RequestName> = InputOf<Table[N]>;
export type RequestAnswer<N extends RequestName> = AnswerOf<Table[N]>;

export interface Api extends Pick<Client<Table>, 'base' | 'request'> {
  /** Uploads a file of leads as a draft. @param progress called with the fraction that was sent, 0 to 1 */
  readonly uploadLeads: (
    file: File,
    progress: (share: number) => void,
  ) => Promise<ApiResult<{ readonly id: number }>>;
  /** Uploads a file of do-not-call numbers. @param progress called with the fraction that was sent, 0 to 1 */
  readonly uploadDoNotCallNumbers: (
    file: Blob,
    progress: (share: number) => void,
  ) => Promise<ApiResult<DoNotCallFileAnswer>>;
  /** Uploads the audio of a greeting as a draft. @param name the file's; null: recorded */
  readonly uploadGreeting: (
    wav: Blob,
    name: string | null,
    progress: (share: number) => void,
  ) => Promise<ApiResult<GreetingFile>>;
}

export interface ApiOptions {
  /** Origin without a trailing slash. */
  readonly base: string;
  /** Called when a request after the first is answered with 401. */
  readonly onSessionExpired: () => void;
  /** The page's language, as a BCP 47 tag. */
  readonly language: () => string;
}

export function createApi({ base, onSessionExpired, language }: ApiOptions): Api {
  const { request, csrfToken } = createClient({
    table: TABLE,
    base,
    fetch,
    unknownError,
    unreachableError,
    language,
    onAnswer: (name, status) => {
      // After a 401 to the first request, reloading would never end. A ping may still carry the previous session's cookie.
      if (status === 401 && name !== 'getUser' && name !== 'ping') onSessionExpired();
    },
  });

  async function upload<S extends z.ZodMiniType>(
    path: string,
    schema: S,
    file: Blob,
    progress: (share: number) => void,
    type = 'text/csv',
  ): Promise<ApiResult<z.output<S>>> {
    const answer = await sendFile(base + path, csrfToken(), language(), file, progress, type);
    if (answer?.status === 401) onSessionExpired();
    return answer
      ? toApiResult(answer.status, answer.text, unknownError, schema)
      : failure('noAnswer', 0, unreachableError());
  }

  return {
    base,
    request,
    uploadLeads: async (file, progress) => {
      const answer = await upload(
        `${LEAD_IMPORT_FILES}?name=${encodeURIComponent(file.name)}`,
        Accepted,
        file,
        progress,
      );
      return answer.ok ? { ok: true, value: answer.value.import } : answer;
    },
    uploadDoNotCallNumbers: (file, progress) => upload(DO_NOT_CALL_FILE, DoNotCallFileAnswer, file, progress),
    uploadGreeting: async (wav, name, progress) => {
      const query = name === null ? '' : `?name=${encodeURIComponent(name)}`;
      const answer = await upload(GREETING_FILES + query, GreetingAnswer, wav, progress, 'audio/wav');
      return answer.ok ? { ok: true, value: answer.value.greeting } : answer;
    },
  };
}

const unknownError = () => t('error.unknown');
const unreachableError = () => t('error.unreachable');

const Accepted = z.object({ import: z.object({ id: z.int() }) });

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. @returns null if there was no response */
function sendFile(
  url: string,
  csrfToken: string | null,
  language: string,
  file: Blob,
  progress: (share: number) => void,
  type: string,
): Promise<{ readonly status: number; readonly text: string } | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.withCredentials = true;
    request.setRequestHeader('content-type', type);
    request.setRequestHeader('accept-language', language);
    if (csrfToken !== null) request.setRequestHeader('x-csrf-token', csrfToken);
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => resolve(null);
    request.onabort = () => resolve(null);
    request.send(file);
  });
}
