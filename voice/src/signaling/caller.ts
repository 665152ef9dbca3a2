import type { Ending, Party, PartyReports } from '../calls/party.ts';
import { BrowserCall, type BrowserCallHandler } from './browser-call.ts';
import { type CalleeDeps, hangupError } from './callee.ts';
import type { Session } from './session.ts';

type CallerDeps = Pick<CalleeDeps, 'media' | 'calls'>;

export class Caller implements Party, BrowserCallHandler {
  readonly isBrowser = true;
  readonly #deps: CallerDeps;
  readonly reports: PartyReports;
  readonly #call: BrowserCall;
  readonly #sdp: string;
  #ended = false;
  #answered = false;

  constructor(
    deps: CallerDeps,
    session: Session,
    call: {
      readonly callSid: string;
      readonly temporarySid: string;
      readonly sdp: string;
      readonly fingerprint: string | null;
    },
    reports: PartyReports,
  ) {
    this.#deps = deps;
    this.reports = reports;
    this.#sdp = call.sdp;
    this.#call = new BrowserCall(session, call.callSid, call.temporarySid, call.callSid, this);
    this.#call.fingerprint = call.fingerprint;
    deps.calls.add(this.#call);
    this.#call.send('ringing', {});
  }

  ring(): void {}

  answer(): void {
    this.#answered = true;
    this.#call.send('answer', { sdp: this.#sdp, reconnect: this.#call.reconnectToken });
  }

  end(ending: Ending): void {
    this.#ended = true;
    this.#call.send('hangup', hangupError(ending));
    this.#deps.calls.remove(this.#call);
    this.#deps.media.send({ type: 'closeLeg', leg: this.#call.leg }).catch(() => {});
  }

  /** The SDK accepts an SDP with `ringing` and plays early media. */
  startEarlyMedia(): boolean {
    this.#call.send('ringing', { sdp: this.#sdp });
    return true;
  }

  sendMessage(content: unknown, contentType: string, messageSid: string): void {
    this.#call.sendMessage(content, contentType, messageSid);
  }

  onAnswered(): void {}

  onRejected(): void {
    this.onHungUp();
  }

  onHungUp(): void {
    if (!this.#ended) this.reports.ended('hangup', null);
  }

  onForwarded(): null {
    return null;
  }

  /** The browser gets its reconnect token with the answer. */
  canResume(): boolean {
    return this.#answered;
  }
}
