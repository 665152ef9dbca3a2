/** The live board's requests and channel, as the console uses them, without a browser. */
import { valueOrThrow } from '@offhook/contract/client/api-error';
import { readPhoneConfig } from '@offhook/contract/client/phone-config';
import { realtimeOptions } from '@offhook/contract/client/realtime-client';
import { applyBoardChanges, type BoardCopy, sinceCopies } from '@offhook/contract/console/board-changes';
import type { Board } from '@offhook/contract/console/board-entities';
import { RELOAD_INTERVAL_MS } from '@offhook/contract/limits';
import { accountChannel } from '@offhook/contract/realtime';
import { sessionCookieName } from '@offhook/server/platform/http/caller';
import { browserFetch, clientAt } from '@offhook/server/testing/servers/api-client';
import Pusher from 'pusher-js';

/** `whole`: the whole board at each change, as pages without versions read it. */
export type Way = 'changes' | 'whole';

export interface BoardPage {
  readonly bytes: () => number;
  readonly reads: () => number;
  readonly firstBytes: string;
  close(): void;
}

export function sessionClient(url: string, token: string, onBody: (body: string) => void = () => undefined) {
  const withCookie = browserFetch({ cookie: `${sessionCookieName(url)}=${token}` });
  return clientAt(url, async (address, init) => {
    const response = await withCookie(address, init);
    const body = await response.text();
    onBody(body);
    return new Response(body, { status: response.status });
  });
}

export async function openBoardPage(
  url: string,
  accountId: number,
  token: string,
  way: Way,
  onBoard: (board: Board) => void,
): Promise<BoardPage> {
  let bytes = 0;
  let reads = 0;
  let lastBody = '';
  const api = sessionClient(url, token, (body) => {
    bytes += Buffer.byteLength(body);
    lastBody = body;
  });
  valueOrThrow(await api.request('getUser', { query: {} }));
  let copies: readonly BoardCopy[] = [];

  async function read(isFirst = false): Promise<void> {
    reads += 1;
    const query = { team_id: '' } as const;
    if (way === 'whole') return onBoard(valueOrThrow(await api.request('readBoard', { query })));
    const since = isFirst ? {} : { since: sinceCopies(copies) };
    const answer = await api.request('readBoardChanges', { query: { ...query, ...since } });
    const [newest, ...others] = applyBoardChanges(copies, valueOrThrow(answer));
    copies = [newest, ...others];
    onBoard(newest.board);
  }

  let isReading = false;
  let isOutdated = false;
  async function reload(): Promise<void> {
    isOutdated = isReading;
    if (isReading) return;
    isReading = true;
    await read().catch(() => undefined);
    isReading = false;
    if (isOutdated) void reload();
  }
  let timer: NodeJS.Timeout | null = null;
  let notifiedAt = Number.NEGATIVE_INFINITY;
  const notify = () => {
    if (way === 'changes') return void reload();
    timer ??= setTimeout(
      () => {
        timer = null;
        notifiedAt = performance.now();
        void reload();
      },
      Math.max(0, notifiedAt + RELOAD_INTERVAL_MS - performance.now()),
    );
  };

  await read(true);
  const firstBytes = lastBody;
  const html = await (await fetch(`${url}/admin/`)).text();
  const config = readPhoneConfig(/id="offhook-config"[^>]*>([^<]*)</.exec(html)?.[1] ?? '');
  if (config === null) throw new Error('The page has no configuration.');
  const pusher = new Pusher(config.realtime.key, realtimeOptions({ ...config.realtime, secure: false, api }));
  pusher.signin();
  const channel = pusher.subscribe(accountChannel(accountId));
  await new Promise((resolve, reject) => {
    channel.bind('pusher:subscription_succeeded', resolve);
    channel.bind('pusher:subscription_error', reject);
  });
  channel.bind('agent.updated', notify);
  channel.bind('call.updated', notify);
  return {
    bytes: () => bytes,
    reads: () => reads,
    firstBytes,
    close() {
      if (timer !== null) clearTimeout(timer);
      pusher.disconnect();
    },
  };
}
