/**
 * Realtime messages per lead: ten phones ring, one talks, and the others of the account are idle. Phones that also have
 * the account's channel, as all had before, are measured beside ours in the same run.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { valueOrThrow } from '@offhook/contract/client/api-error';
import { type PhoneConfig, readPhoneConfig } from '@offhook/contract/client/phone-config';
import { realtimeOptions } from '@offhook/contract/client/realtime-client';
import { RELOAD_INTERVAL_MS } from '@offhook/contract/limits';
import { accountChannel, userChannel } from '@offhook/contract/realtime';
import { sessionCookieName } from '@offhook/server/platform/http/caller';
import { browserFetch, clientAt } from '@offhook/server/testing/servers/api-client';
import { Product, waitUntil } from '@offhook/stack/product';
import Pusher from 'pusher-js';
import { cpuMs } from '../cpu.ts';
import { figure, printTable } from '../table.ts';
import { ACCOUNT, type Agents, fillWithAgents, type Login, openAgents } from './agents.ts';

const RUNG = 10;
const IDLE = 90;
const LEADS = 15;
const TALK_MS = 2 * RELOAD_INTERVAL_MS;

interface Client {
  readonly userId: number;
  received: number;
  close(): void;
}

async function readConfig(url: string): Promise<PhoneConfig> {
  const page = await (await fetch(url)).text();
  const config = readPhoneConfig(/id="offhook-config"[^>]*>([^<]*)</.exec(page)?.[1] ?? '');
  if (!config) throw new Error('The page has no configuration.');
  return config;
}

/** Subscribes as the phone's page does. */
async function openClient(
  url: string,
  { realtime }: PhoneConfig,
  { userId, token }: Login,
  hasAccountChannel: boolean,
): Promise<Client> {
  const api = clientAt(url, browserFetch({ cookie: `${sessionCookieName(url)}=${token}` }));
  valueOrThrow(await api.request('getUser', { query: {} }));
  const pusher = new Pusher(realtime.key, realtimeOptions({ ...realtime, secure: false, api }));
  pusher.signin();
  const names = [userChannel(userId), ...(hasAccountChannel ? [accountChannel(ACCOUNT)] : [])];
  const channels = names.map((name) => pusher.subscribe(name));
  const client: Client = { userId, received: 0, close: () => pusher.disconnect() };
  pusher.connection.bind('message', ({ event }: { event: string }) => {
    if (!event.startsWith('pusher')) client.received += 1;
  });
  await waitUntil(() => channels.every(({ subscribed }) => subscribed), 'a phone to subscribe');
  return client;
}

async function openClients(
  url: string,
  config: PhoneConfig,
  logins: readonly Login[],
  hasAccountChannel: boolean,
): Promise<readonly Client[]> {
  const clients: Client[] = [];
  for (const login of logins) clients.push(await openClient(url, config, login, hasAccountChannel));
  return clients;
}

let posted = 0;

/** From the form to the end of the talk. */
async function runLead(product: Product, agents: Agents): Promise<void> {
  posted += 1;
  const before = agents.rings.length;
  const phone_number = `+1415555${String(3_000 + posted)}`;
  const { body } = await product.postLead({ phone_number, fname: 'Bench', lname: String(posted) });
  await waitUntil(() => agents.rings.length === before + RUNG, `${RUNG} phones to ring: ${body.reason}`);
  const [ringing] = agents.phones.flatMap((phone) =>
    phone.rings.filter(({ state }) => state === 'ringing').map((ring) => ({ phone, ring })),
  );
  if (!ringing) throw new Error('No phone rings.');
  ringing.phone.accept(ringing.ring);
  await waitUntil(
    async () =>
      (await product.lines()).some(({ to, status }) => to === phone_number && status === 'in-progress'),
    'the lead to answer',
  );
  await delay(TALK_MS);
  ringing.phone.hangUp(ringing.ring.callSid);
  await waitUntil(async () => (await product.lines()).length === 0, 'the call to end');
  // The last message of each kind may wait for a second.
  await delay(2 * RELOAD_INTERVAL_MS);
}

interface Round {
  readonly ours: readonly number[];
  readonly others: readonly number[];
  readonly total: number;
  readonly cpuMs: number;
}

async function measureLead(
  product: Product,
  agents: Agents,
  ours: readonly Client[],
  others: readonly Client[],
): Promise<Round> {
  const realtime = product.pidOf('realtime');
  for (const client of [...ours, ...others]) client.received = 0;
  const before = cpuMs(realtime);
  await runLead(product, agents);
  const counts = (clients: readonly Client[]) => clients.map(({ received }) => received);
  const received = counts([...ours, ...others]);
  return {
    ours: counts(ours),
    others: counts(others),
    total: received.reduce((sum, count) => sum + count, 0),
    cpuMs: cpuMs(realtime) - before,
  };
}

export async function benchChannels(): Promise<void> {
  const product = new Product();
  let agents: Agents | undefined;
  const clients: Client[] = [];
  try {
    const logins = await fillWithAgents(product, RUNG + IDLE, 'simultaneous');
    await product.start();
    const config = await readConfig(product.url);
    const rung = logins.slice(0, RUNG);
    agents = await openAgents(product.url, rung);
    const ours = await openClients(product.url, config, logins, false);
    clients.push(...ours);
    const alone: Round[] = [];
    for (let n = 0; n < LEADS; n += 1) alone.push(await measureLead(product, agents, ours, []));
    const others = await openClients(product.url, config, logins, true);
    clients.push(...others);
    const beside: Round[] = [];
    for (let n = 0; n < LEADS; n += 1) beside.push(await measureLead(product, agents, ours, others));

    const userIds = new Set(rung.map(({ userId }) => userId));
    const split = (
      clientsOf: readonly Client[],
      isRung: boolean,
      counts: (round: Round) => readonly number[],
    ) =>
      beside.flatMap((round) =>
        counts(round).filter((_, n) => userIds.has(clientsOf[n]?.userId ?? 0) === isRung),
      );
    const sums = (counts: (round: Round) => readonly number[]) =>
      beside.map((round) => counts(round).reduce((sum, count) => sum + count, 0));
    const name = "with the account's channel";
    const ofOurs = (round: Round) => round.ours;
    const ofOthers = (round: Round) => round.others;
    printTable(`Realtime messages per lead: ${RUNG} phones ring, ${IDLE} are idle`, [
      figure('to an idle phone', 'messages', split(ours, false, ofOurs), '0', [
        name,
        split(others, false, ofOthers),
      ]),
      figure('to a phone that rings', 'messages', split(ours, true, ofOurs), '', [
        name,
        split(others, true, ofOthers),
      ]),
      figure(`to all ${RUNG + IDLE} phones`, 'messages', sums(ofOurs), '', [name, sums(ofOthers)]),
      figure(
        'CPU of the realtime service',
        'ms',
        alone.map((round) => round.cpuMs),
        '',
        [`both, ${2 * (RUNG + IDLE)} phones`, beside.map((round) => round.cpuMs)],
      ),
    ]);
  } finally {
    for (const client of clients) client.close();
    await agents?.close();
    await product.dispose();
  }
}
