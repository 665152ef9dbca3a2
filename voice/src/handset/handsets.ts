import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { isPhoneNumber } from '../calls/core/address.ts';
import type { Exchange } from '../calls/exchange.ts';
import type { MediaPort } from '../calls/media-port.ts';
import type { Carrier } from '../carrier/carrier.ts';
import type { Speech } from '../sounds/speech.ts';
import type { Directory } from '../store/directory.ts';
import type { Store } from '../store/store.ts';
import type { Message } from '../texts/core/message.ts';
import type { Texts } from '../texts/texts.ts';
import type { HandsetEvent, HandsetText } from './core/events.ts';
import { type HandsetFrame, parseHandsetFrame } from './frames.ts';
import { type HandsetPages, HandsetParty } from './handset-party.ts';

export interface HandsetDeps {
  readonly exchange: Exchange;
  readonly media: MediaPort;
  readonly carrier: Carrier;
  readonly directory: Directory;
  readonly store: Store;
  readonly texts: Texts;
  readonly speech: Speech;
  readonly log: Logger;
}

const MAX_PAGES = 20;
const MAX_TEXTS = 50;
const PING_INTERVAL_MS = 20_000;

/** Close codes of a socket whose number can't be a handset's. */
const INVALID_NUMBER = 4400;
const BUSINESS_NUMBER = 4409;

interface Page {
  readonly socket: WebSocket;
  readonly number: string;
  readonly maySpeak: boolean;
  call: string | null;
  alive: boolean;
}

/**
 * The simulated phones that pages hold. Every page of the called number rings unless it is in a call; the first to
 * answer gets the call. A page hangs up when its socket closes.
 */
export class Handsets implements HandsetPages {
  readonly #deps: HandsetDeps;
  readonly #pages = new Set<Page>();
  readonly #parties = new Map<string, HandsetParty>();
  readonly #pingTimer: NodeJS.Timeout;

  constructor(deps: HandsetDeps) {
    this.#deps = deps;
    deps.carrier.setHandset((request, reports) => {
      const { callSid, from, to: number } = request;
      if (this.#pagesOf(number).length === 0) return null;
      return this.#register(new HandsetParty({ callSid, number, from }, reports, this));
    });
    deps.texts.onDelivered((message) => {
      this.#broadcast(message.to, { type: 'text', ...toHandsetText(message) });
    });
    this.#pingTimer = setInterval(() => this.#ping(), PING_INTERVAL_MS);
  }

  /** @param maySpeak whether the page may send texts for the service to say */
  accept(socket: WebSocket, { number, maySpeak }: Pick<Page, 'number' | 'maySpeak'>): void {
    if (this.#pages.size >= MAX_PAGES) {
      socket.close(1013, 'too many handsets');
      return;
    }
    if (!isPhoneNumber(number)) {
      socket.close(INVALID_NUMBER, 'number must be + and 7 to 15 digits');
      return;
    }
    if (this.#isBusinessNumber(number)) {
      socket.close(BUSINESS_NUMBER, 'a webhook answers this number');
      return;
    }
    const page: Page = { socket, number, maySpeak, call: null, alive: true };
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
    send(page, this.#readyEvent(page));
    for (const party of this.#parties.values())
      if (party.number === number && !this.#owner(party.callSid)) ringPage(page, party);
  }

  ring(party: HandsetParty): void {
    for (const page of this.#pagesOf(party.number)) if (page.call === null) ringPage(page, party);
  }

  connected(callSid: string): void {
    const page = this.#owner(callSid);
    if (page) send(page, { type: 'connected', call: callSid });
  }

  ended(callSid: string): void {
    const owner = this.#owner(callSid);
    const number = this.#parties.get(callSid)?.number;
    this.#parties.delete(callSid);
    if (owner) owner.call = null;
    // The page may have closed before its audio did.
    this.#closeLeg(callSid);
    if (number !== undefined) this.#broadcast(number, { type: 'over', call: callSid });
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
        const party = this.#party(page, frame.call);
        const owner = this.#owner(frame.call);
        if (party && owner === page) party.reports.ended('hangup', null);
        else if (party && !owner) party.reports.ended('busy', 486);
        // It still opens its audio; `#dial` then gives up.
        else if (!party && owner === page) page.call = null;
        return;
      }
      case 'keys':
        if (page.call === frame.call) this.#parties.get(frame.call)?.reports.digits(frame.digits);
        return;
      case 'text': {
        const result = this.#deps.texts.receive(page.number, frame.to, frame.body);
        if ('error' in result) {
          this.#deps.log.warn({ err: result.error }, 'handset text not sent');
          send(page, { type: 'fault', message: 'fault.notSent' });
        } else {
          const at = new Date().toISOString();
          const { to, body } = frame;
          this.#broadcast(page.number, { type: 'text', sid: result.sid, from: page.number, to, body, at });
        }
        return;
      }
      case 'speak':
        await this.#speak(page, frame);
        return;
      default:
        frame satisfies never;
    }
  }

  async #answer(page: Page, callSid: string, sdp: string): Promise<void> {
    const party = this.#party(page, callSid);
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
    for (const other of this.#pagesOf(page.number))
      if (other !== page) send(other, { type: 'over', call: callSid });
    party.reports.answered(callSid);
    this.connected(callSid);
  }

  async #dial(page: Page, to: string, sdp: string): Promise<void> {
    if (page.call !== null) return;
    const callSid = this.#deps.exchange.newSid('CA');
    page.call = callSid;
    send(page, { type: 'dialing', call: callSid });
    if (!(await this.#open(page, callSid, sdp))) return;
    const result =
      this.#pages.has(page) && page.call === callSid
        ? this.#deps.carrier.placeCallTo(callSid, page.number, to, (reports) =>
            this.#register(
              new HandsetParty({ callSid, number: page.number, from: page.number }, reports, this),
            ),
          )
        : null;
    if (result && !('error' in result)) return;
    this.#closeLeg(callSid);
    if (page.call === callSid) page.call = null;
    if (result) {
      this.#deps.log.warn({ call: callSid, err: result.error }, 'handset call failed');
      send(page, { type: 'fault', message: 'fault.notCalled' });
    }
    send(page, { type: 'over', call: callSid });
  }

  async #speak(page: Page, frame: Extract<HandsetFrame, { type: 'speak' }>): Promise<void> {
    if (!page.maySpeak || page.call !== frame.call) return;
    const { media, speech, log } = this.#deps;
    try {
      const { text, language } = frame;
      const sounds = await speech.say({ text, language, voice: 'woman' });
      if (sounds.length > 0) await media.send({ type: 'speak', leg: frame.call, sounds });
    } catch (error) {
      log.warn({ call: frame.call, err: String(error) }, 'handset text not spoken');
      send(page, { type: 'fault', message: 'fault.notSpoken' });
    }
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

  /** The call, if it's one of the page's number. */
  #party(page: Page, callSid: string): HandsetParty | null {
    const party = this.#parties.get(callSid);
    return party?.number === page.number ? party : null;
  }

  #pagesOf(number: string): readonly Page[] {
    return [...this.#pages].filter((page) => page.number === number);
  }

  #isBusinessNumber(phoneNumber: string): boolean {
    const number = this.#deps.directory.number(phoneNumber);
    return number !== null && this.#deps.directory.voiceSettings(number) !== null;
  }

  #owner(callSid: string): Page | null {
    return [...this.#pages].find((page) => page.call === callSid) ?? null;
  }

  #readyEvent({ number }: Page): HandsetEvent {
    const { directory, store } = this.#deps;
    return {
      type: 'ready',
      number,
      numbers: directory
        .callableNumbers()
        .map((one) => ({ number: one.phoneNumber, name: one.friendlyName })),
      texts: store.messages
        .list()
        .filter((one) => one.from === number || (one.to === number && one.status === 'delivered'))
        .slice(0, MAX_TEXTS)
        .map(toHandsetText)
        .reverse(),
    };
  }

  #broadcast(number: string, event: HandsetEvent): void {
    for (const page of this.#pagesOf(number)) send(page, event);
  }

  #ping(): void {
    for (const page of this.#pages) {
      if (!page.alive) page.socket.terminate();
      page.alive = false;
      page.socket.ping();
    }
  }
}

function ringPage(page: Page, { callSid, from }: HandsetParty): void {
  send(page, { type: 'ringing', call: callSid, from });
}

function send(page: Page, event: HandsetEvent): void {
  if (page.socket.readyState === page.socket.OPEN) page.socket.send(JSON.stringify(event));
}

function toHandsetText(message: Message): HandsetText {
  const { sid, from, to, body, createdAt } = message;
  return { sid, from, to, body, at: new Date(createdAt).toISOString() };
}
