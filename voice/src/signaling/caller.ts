import type { Ending, Party, PartyReports } from '../calls/party.ts';
import { type CalleeParts, errorOf } from './callee.ts';
import { Line, type LineOwner } from './line.ts';
import type { Session } from './session.ts';

type CallerParts = Pick<CalleeParts, 'media' | 'lines'>;

/** A person who makes a call in the browser. */
export class Caller implements Party, LineOwner {
  readonly #parts: CallerParts;
  readonly reports: PartyReports;
  readonly #line: Line;
  readonly #sdp: string;
  #over = false;
  #answered = false;

  constructor(
    parts: CallerParts,
    session: Session,
    call: {
      readonly callSid: string;
      readonly temporarySid: string;
      readonly sdp: string;
      readonly fingerprint: string | null;
    },
    reports: PartyReports,
  ) {
    this.#parts = parts;
    this.reports = reports;
    this.#sdp = call.sdp;
    this.#line = new Line(session, call.callSid, call.temporarySid, call.callSid, this);
    this.#line.fingerprint = call.fingerprint;
    parts.lines.add(this.#line);
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
    this.#parts.lines.remove(this.#line);
    this.#parts.media.order({ type: 'closeLeg', leg: this.#line.leg }).catch(() => {});
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
    if (!this.#over) this.reports.ended('hangup', null);
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
