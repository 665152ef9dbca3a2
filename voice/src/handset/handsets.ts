import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { Exchange } from '../calls/exchange.ts';
import type { MediaPort } from '../calls/media-port.ts';
import { handsetNumber } from '../carrier/behavior.ts';
import type { Carrier } from '../carrier/carrier.ts';
import type { Directory } from '../store/directory.ts';
import type { Store } from '../store/store.ts';
import type { Message } from '../texts/core/message.ts';
import type { Texts } from '../texts/texts.ts';
import { type HandsetEvent, type HandsetFrame, type HandsetText, parseHandsetFrame } from './frames.ts';
import { type HandsetPages, HandsetParty } from './handset-party.ts';

export interface HandsetDeps {
  readonly exchange: Exchange;
  readonly media: MediaPort;
  readonly carrier: Carrier;
  readonly directory: Directory;
  readonly store: Store;
  readonly texts: Texts;
  readonly log: Logger;
}

const MAX_PAGES = 20;
const MAX_TEXTS = 50;
const PING_INTERVAL_MS = 20_000;

interface Page {
  readonly socket: WebSocket;
  call: string | null;
  alive: boolean;
}

/**
 * The phone behind the handset number. Every open page without a call rings; the first to answer gets the call. A page
 * hangs up when its socket closes.
 */
export class Handsets implements HandsetPages {
  readonly #deps: HandsetDeps;
  readonly #pages = new Set<Page>();
  readonly #parties = new Map<string, HandsetParty>();
  readonly #pingTimer: NodeJS.Timeout;

  constructor(deps: HandsetDeps) {
    this.#deps = deps;
    deps.carrier.setHandset((request, reports) => {
      if (request.to !== handsetNumber || this.#pages.size === 0) return null;
      return this.#register(new HandsetParty(request.callSid, request.from, reports, this));
    });
    deps.texts.onDelivered((message) => {
      if (message.to === handsetNumber) this.#broadcast({ type: 'text', ...toHandsetText(message) });
    });
    this.#pingTimer = setInterval(() => this.#ping(), PING_INTERVAL_MS);
  }

  accept(socket: WebSocket): void {
    if (this.#pages.size >= MAX_PAGES) {
      socket.close(1013, 'too many handsets');
      return;
    }
    const page: Page = { socket, call: null, alive: true };
    this.#pages.add(page);
    socket.on('pong', () => {
      page.alive = true;
    });
    socket.on('message', (data) => {
      const frame = parseHandsetFrame(String(data));
      if (frame) void this.#handle(page, frame);
      else send(page, { type: 'fault', message: 'fault.unknown' });
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      this.#pages.delete(page);
      if (page.call !== null) this.#parties.get(page.call)?.reports.ended('hangup', null);
    });
    send(page, this.#readyEvent());
    for (const { callSid, from } of this.#parties.values())
      if (!this.#owner(callSid)) send(page, { type: 'ringing', call: callSid, from });
  }

  ring(callSid: string, from: string): void {
    for (const page of this.#pages)
      if (page.call === null) send(page, { type: 'ringing', call: callSid, from });
  }

  connected(callSid: string): void {
    const page = this.#owner(callSid);
    if (page) send(page, { type: 'connected', call: callSid });
  }

  ended(callSid: string): void {
    const owner = this.#owner(callSid);
    this.#parties.delete(callSid);
    if (owner) owner.call = null;
    // The page may have closed before its audio did.
    this.#closeLeg(callSid);
    this.#broadcast({ type: 'over', call: callSid });
  }

  close(): void {
    clearInterval(this.#pingTimer);
    for (const { socket } of this.#pages) socket.close(1001, 'service is stopping');
  }

  async #handle(page: Page, frame: HandsetFrame): Promise<void> {
    switch (frame.type) {
      case 'answer':
        await this.#answer(page, frame.call, frame.sdp);
        return;
      case 'dial':
        await this.#dial(page, frame.to, frame.sdp);
        return;
      case 'hangUp': {
        const party = this.#parties.get(frame.call);
        const owner = this.#owner(frame.call);
        if (party && owner === page) party.reports.ended('hangup', null);
        else if (party && !owner) party.reports.ended('busy', 486);
        return;
      }
      case 'keys':
        if (page.call === frame.call) this.#parties.get(frame.call)?.reports.digits(frame.digits);
        return;
      case 'text': {
        const result = this.#deps.texts.receive(handsetNumber, frame.to, frame.body);
        if ('error' in result) {
          this.#deps.log.warn({ err: result.error }, 'handset text not sent');
          send(page, { type: 'fault', message: 'fault.notSent' });
        } else {
          const at = new Date().toISOString();
          const { to, body } = frame;
          this.#broadcast({ type: 'text', sid: result.sid, from: handsetNumber, to, body, at });
        }
        return;
      }
      default:
        frame satisfies never;
    }
  }

  async #answer(page: Page, callSid: string, sdp: string): Promise<void> {
    const party = this.#parties.get(callSid);
    if (!party || page.call !== null || this.#owner(callSid)) {
      send(page, { type: 'over', call: callSid });
      return;
    }
    page.call = callSid;
    if (!(await this.#open(page, callSid, sdp))) return;
    if (this.#parties.get(callSid) !== party) {
      this.#closeLeg(callSid);
      return;
    }
    for (const other of this.#pages) if (other !== page) send(other, { type: 'over', call: callSid });
    party.reports.answered(callSid);
    this.connected(callSid);
  }

  async #dial(page: Page, to: string, sdp: string): Promise<void> {
    if (page.call !== null) return;
    const callSid = this.#deps.exchange.newSid('CA');
    page.call = callSid;
    send(page, { type: 'dialing', call: callSid });
    if (!(await this.#open(page, callSid, sdp))) return;
    const result = this.#pages.has(page)
      ? this.#deps.carrier.placeCallTo(callSid, handsetNumber, to, (reports) =>
          this.#register(new HandsetParty(callSid, handsetNumber, reports, this)),
        )
      : { error: 'the page was closed' };
    if (!('error' in result)) return;
    this.#closeLeg(callSid);
    page.call = null;
    this.#deps.log.warn({ call: callSid, err: result.error }, 'handset call failed');
    send(page, { type: 'fault', message: 'fault.notCalled' });
    send(page, { type: 'over', call: callSid });
  }

  async #open(page: Page, callSid: string, sdp: string): Promise<boolean> {
    try {
      const reply = await this.#deps.media.send({ type: 'answerOffer', leg: callSid, sdp });
      send(page, { type: 'audio', call: callSid, sdp: reply.sdp });
      return true;
    } catch (error) {
      this.#deps.log.warn({ call: callSid, err: String(error) }, 'failed to open audio for the handset');
      page.call = null;
      send(page, { type: 'fault', message: 'fault.noAudio' });
      this.#parties.get(callSid)?.reports.ended('failed', 503);
      send(page, { type: 'over', call: callSid });
      return false;
    }
  }

  #closeLeg(callSid: string): void {
    this.#deps.media.send({ type: 'closeLeg', leg: callSid }).catch(() => {});
  }

  #register(party: HandsetParty): HandsetParty {
    this.#parties.set(party.callSid, party);
    return party;
  }

  #owner(callSid: string): Page | null {
    return [...this.#pages].find((page) => page.call === callSid) ?? null;
  }

  #readyEvent(): HandsetEvent {
    const { directory, store } = this.#deps;
    return {
      type: 'ready',
      number: handsetNumber,
      numbers: directory
        .callableNumbers()
        .map((one) => ({ number: one.phoneNumber, name: one.friendlyName })),
      texts: store.messages
        .list()
        .filter(
          (one) => one.from === handsetNumber || (one.to === handsetNumber && one.status === 'delivered'),
        )
        .slice(0, MAX_TEXTS)
        .map(toHandsetText)
        .reverse(),
    };
  }

  #broadcast(event: HandsetEvent): void {
    for (const page of this.#pages) send(page, event);
  }

  #ping(): void {
    for (const page of this.#pages) {
      if (!page.alive) page.socket.terminate();
      page.alive = false;
      page.socket.ping();
    }
  }
}

function send(page: Page, event: HandsetEvent): void {
  if (page.socket.readyState === page.socket.OPEN) page.socket.send(JSON.stringify(event));
}

function toHandsetText(message: Message): HandsetText {
  const { sid, from, to, body, createdAt } = message;
  return { sid, from, to, body, at: new Date(createdAt).toISOString() };
}
