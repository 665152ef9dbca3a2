import type { MediaPort } from '../calls/media-port.ts';
import type { Ending, Party, PartyReports } from '../calls/party.ts';
import { errorOf } from './callee.ts';
import { Line, type LineOwner } from './line.ts';
import type { Lines } from './lines.ts';
import type { Session } from './session.ts';

/** A person who makes a call in the browser. */
export class Caller implements Party, LineOwner {
  readonly #media: MediaPort;
  readonly #lines: Lines;
  readonly #reports: PartyReports;
  readonly #line: Line;
  readonly #sdp: string;
  #over = false;
  #answered = false;

  constructor(
    parts: { readonly media: MediaPort; readonly lines: Lines },
    session: Session,
    call: {
      readonly callSid: string;
      readonly temporarySid: string;
      readonly sdp: string;
      readonly fingerprint: string | null;
    },
    reports: PartyReports,
  ) {
    this.#media = parts.media;
    this.#lines = parts.lines;
    this.#reports = reports;
    this.#sdp = call.sdp;
    this.#line = new Line(session, call.callSid, call.temporarySid, call.callSid, this);
    this.#line.fingerprint = call.fingerprint;
    this.#lines.add(this.#line);
    this.#line.send('ringing', {});
  }

  ring(): void {}

  answer(): void {
    this.#answered = true;
    this.#line.send('answer', { sdp: this.#sdp, reconnect: this.#line.reconnect });
  }

  end(ending: Ending): void {
    this.#over = true;
    this.#line.send('hangup', errorOf(ending));
    this.#lines.remove(this.#line);
    this.#media.order({ type: 'closeLeg', leg: this.#line.leg }).catch(() => {});
  }

  /** The kit takes the description with the ringing, and plays what comes. */
  hearEarly(): boolean {
    this.#line.send('ringing', { sdp: this.#sdp });
    return true;
  }

  message(content: unknown, contentType: string, messageSid: string): void {
    this.#line.sendMessage(content, contentType, messageSid);
  }

  answered(): void {}

  rejected(): void {
    this.hungUp();
  }

  hungUp(): void {
    if (!this.#over) this.#reports.ended('hangup', null);
  }

  digits(digits: string): void {
    this.#reports.digits(digits);
  }

  said(content: unknown, contentType: string, messageSid: string): void {
    this.#reports.said(content, contentType, messageSid);
  }

  /** The browser's own call never rings. */
  forwarded(): null {
    return null;
  }

  /** The browser learns its reconnect token with the answer. */
  resumable(): boolean {
    return this.#answered;
  }
}
