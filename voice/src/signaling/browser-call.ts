import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { PartyReports } from '../calls/party.ts';
import type { ServerFrame } from './frames.ts';
import type { Session } from './session.ts';

/** The only type of message that an application may send. */
export const USER_MESSAGE_TYPE = 'user-defined-message';

/** Who acts on what a browser says about one call. */
export interface BrowserCallHandler {
  /** Told of keys and messages as they come. */
  readonly reports: Pick<PartyReports, 'digits' | 'said'>;
  onAnswered(call: BrowserCall, sdp: string): void;
  onRejected(call: BrowserCall): void;
  onHungUp(call: BrowserCall): void;
  /**
   * Another page of the same identity answers the call that rings here.
   * @param leg the audio of that page
   * @returns the page's own call, or null when the call does not ring any more
   */
  onForwarded(session: Session, leg: string): BrowserCall | null;
  /** Whether the browser can take the call up again on another socket. */
  canResume(call: BrowserCall): boolean;
}

/**
 * One browser's end of one call. It outlives its socket: with the reconnect token the same browser takes the call
 * up again on another one.
 */
export class BrowserCall {
  readonly callSid: string;
  /** The browser's own name for a call that it makes, until it has learnt ours. */
  readonly temporarySid: string | null;
  /** The name of its audio; another one after a page that was loaded anew has taken the call up. */
  leg: string;
  /** Null: only its reconnect token opens it on another socket. */
  readonly identity: string | null;
  readonly handler: BrowserCallHandler;
  readonly reconnectToken = randomBytes(24).toString('base64url');
  /** The certificate of the browser's audio connection; another one is another page. */
  fingerprint: string | null = null;
  #session: Session | null;
  #timer: NodeJS.Timeout | null = null;
  #timeoutMs = 0;

  constructor(
    session: Session,
    callSid: string,
    temporarySid: string | null,
    leg: string,
    owner: BrowserCallHandler,
  ) {
    this.#session = session;
    this.callSid = callSid;
    this.temporarySid = temporarySid;
    this.leg = leg;
    this.identity = session.identity;
    this.handler = owner;
  }

  get session(): Session | null {
    return this.#session;
  }

  send(type: ServerFrame, payload: Readonly<Record<string, unknown>>): void {
    this.#session?.send(type, { callsid: this.callSid, ...payload });
  }

  sendMessage(content: unknown, contentType: string, messageSid: string): void {
    const payload = {
      content,
      contenttype: contentType,
      messagetype: USER_MESSAGE_TYPE,
      voiceeventsid: messageSid,
    };
    this.send('message', payload);
  }

  acceptsToken(token: string): boolean {
    const [given, own] = [Buffer.from(token), Buffer.from(this.reconnectToken)];
    return given.length === own.length && timingSafeEqual(given, own);
  }

  attach(session: Session): void {
    this.#session = session;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** The socket is gone: the call waits for it a while, then the browser counts as gone. */
  detach(timeoutMs: number): void {
    this.#session = null;
    this.#timeoutMs = timeoutMs;
    this.#startTimer(timeoutMs);
  }

  /** A browser without a socket has fallen silent too: its call waits no longer than this. */
  shortenTimeout(timeoutMs: number): void {
    if (this.#timer !== null) this.#startTimer(Math.min(timeoutMs, this.#timeoutMs));
  }

  /** It is heard again: its call waits from now as long as before. */
  resetTimeout(): void {
    if (this.#timer !== null) this.#startTimer(this.#timeoutMs);
  }

  #startTimer(ms: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.handler.onHungUp(this), ms);
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** The certificate that a session description names (RFC 8122). */
export function parseFingerprint(sdp: string): string | null {
  return /^a=fingerprint:(.{1,200})$/m.exec(sdp)?.[1]?.trim().toLowerCase() ?? null;
}
