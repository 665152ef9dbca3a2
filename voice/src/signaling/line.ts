import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { PartyReports } from '../calls/party.ts';
import type { ServerFrame } from './frames.ts';
import type { Session } from './session.ts';

/** The only type of message that an application may send. */
export const userMessage = 'user-defined-message';

/** Who acts on what a browser says about one call. */
export interface LineOwner {
  /** Told of keys and messages as they come. */
  readonly reports: Pick<PartyReports, 'digits' | 'said'>;
  answered(line: Line, sdp: string): void;
  rejected(line: Line): void;
  hungUp(line: Line): void;
  /**
   * Another page of the same identity answers the call that rings here.
   * @param leg the audio of that page
   * @returns the page's own line, or null when the call does not ring any more
   */
  forwarded(session: Session, leg: string): Line | null;
  /** Whether the browser can take the call up again on another socket. */
  resumable(line: Line): boolean;
}

/**
 * One browser's end of one call. It outlives its socket: with the reconnect token the same browser takes the call
 * up again on another one.
 */
export class Line {
  readonly callSid: string;
  /** The browser's own name for a call that it makes, until it has learnt ours. */
  readonly temporarySid: string | null;
  /** The name of its audio; another one after a page that was loaded anew has taken the call up. */
  leg: string;
  /** Null: only its reconnect token opens it on another socket. */
  readonly identity: string | null;
  readonly owner: LineOwner;
  readonly reconnect = randomBytes(24).toString('base64url');
  /** The certificate of the browser's audio connection; another one is another page. */
  fingerprint: string | null = null;
  #session: Session | null;
  #waiting: NodeJS.Timeout | null = null;
  #waitMs = 0;

  constructor(session: Session, callSid: string, temporarySid: string | null, leg: string, owner: LineOwner) {
    this.#session = session;
    this.callSid = callSid;
    this.temporarySid = temporarySid;
    this.leg = leg;
    this.identity = session.identity;
    this.owner = owner;
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
      messagetype: userMessage,
      voiceeventsid: messageSid,
    };
    this.send('message', payload);
  }

  accepts(token: string): boolean {
    const [given, own] = [Buffer.from(token), Buffer.from(this.reconnect)];
    return given.length === own.length && timingSafeEqual(given, own);
  }

  attach(session: Session): void {
    this.#session = session;
    if (this.#waiting) clearTimeout(this.#waiting);
    this.#waiting = null;
  }

  /** The socket is gone: the call waits for it a while, then the browser counts as gone. */
  detach(waitMs: number): void {
    this.#session = null;
    this.#waitMs = waitMs;
    this.#wait(waitMs);
  }

  /** A browser without a socket has fallen silent too: its call waits no longer than this. */
  hurry(waitMs: number): void {
    if (this.#waiting !== null) this.#wait(Math.min(waitMs, this.#waitMs));
  }

  /** It is heard again: its call waits from now as long as before. */
  takeTime(): void {
    if (this.#waiting !== null) this.#wait(this.#waitMs);
  }

  #wait(ms: number): void {
    if (this.#waiting) clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.owner.hungUp(this), ms);
  }

  close(): void {
    if (this.#waiting) clearTimeout(this.#waiting);
    this.#waiting = null;
  }
}

/** The certificate that a session description names (RFC 8122). */
export function fingerprintOf(sdp: string): string | null {
  return /^a=fingerprint:(.{1,200})$/m.exec(sdp)?.[1]?.trim().toLowerCase() ?? null;
}
