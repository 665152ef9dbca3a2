import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { PartyReports } from '../calls/party.ts';
import type { ServerFrame } from './frames.ts';
import type { Session } from './session.ts';

export const USER_MESSAGE_TYPE = 'user-defined-message';

export interface BrowserCallHandler {
  readonly reports: Pick<PartyReports, 'digits' | 'userMessage'>;
  onAnswered(call: BrowserCall, sdp: string): void;
  onRejected(call: BrowserCall): void;
  onHungUp(call: BrowserCall): void;
  /** Another page of the same identity answers the call; `leg` is its audio. Null if the call is no longer ringing. */
  onForwarded(session: Session, leg: string): BrowserCall | null;
  canResume(call: BrowserCall): boolean;
}

/** Outlives its socket: with the reconnect token, the browser resumes the call on another socket. */
export class BrowserCall {
  readonly callSid: string;
  /** The browser's own ID for a call that it places, used until it gets our CallSid. */
  readonly temporarySid: string | null;
  /** Media leg ID; changes when a reloaded page resumes the call. */
  leg: string;
  /** If null, only the reconnect token can resume the call. */
  readonly identity: string | null;
  readonly handler: BrowserCallHandler;
  readonly reconnectToken = randomBytes(24).toString('base64url');
  /** DTLS fingerprint of the browser; a different one means a different page. */
  fingerprint: string | null = null;
  #session: Session | null;
  #timer: NodeJS.Timeout | null = null;
  #timeoutMs = 0;

  constructor(
    session: Session,
    callSid: string,
    temporarySid: string | null,
    leg: string,
    handler: BrowserCallHandler,
  ) {
    this.#session = session;
    this.callSid = callSid;
    this.temporarySid = temporarySid;
    this.leg = leg;
    this.identity = session.identity;
    this.handler = handler;
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
    const [given, expected] = [Buffer.from(token), Buffer.from(this.reconnectToken)];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  attach(session: Session): void {
    this.#session = session;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  detach(timeoutMs: number): void {
    this.#session = null;
    this.#timeoutMs = timeoutMs;
    this.#startTimer(timeoutMs);
  }

  /** Call when the browser has neither a socket nor audio. */
  shortenTimeout(timeoutMs: number): void {
    if (this.#timer !== null) this.#startTimer(Math.min(timeoutMs, this.#timeoutMs));
  }

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

export function parseFingerprint(sdp: string): string | null {
  return /^a=fingerprint:(.{1,200})$/m.exec(sdp)?.[1]?.trim().toLowerCase() ?? null;
}
