import type { Logger } from 'pino';
import { formatParams, parseAddress } from '../calls/core/address.ts';
import type { MediaPort } from '../calls/media-port.ts';
import type { Ending, Party, PartyReports, RingRequest } from '../calls/party.ts';
import type { MediaCommand } from '../media/commands.ts';
import { BrowserCall, type BrowserCallHandler } from './browser-call.ts';
import type { BrowserCalls } from './browser-calls.ts';
import type { Session } from './session.ts';

export interface CalleeDeps {
  readonly accountSid: string;
  readonly media: MediaPort;
  readonly calls: BrowserCalls;
  readonly log: Logger;
  registeredSessions(identity: string): readonly Session[];
}

/** SIP status codes (RFC 3261). */
const sip = { unavailable: 480, declined: 603 } as const;

/** Every registration of the identity rings; the first to answer gets the call. */
export class Callee implements Party, BrowserCallHandler {
  readonly isBrowser = true;
  readonly #deps: CalleeDeps;
  readonly #request: RingRequest;
  readonly reports: PartyReports;
  readonly #calls = new Set<BrowserCall>();
  #chosen: BrowserCall | null = null;
  #ended = false;

  constructor(deps: CalleeDeps, request: RingRequest, reports: PartyReports) {
    this.#deps = deps;
    this.#request = request;
    this.reports = reports;
  }

  ring(): void {
    const address = parseAddress(this.#request.to);
    const sessions = address?.kind === 'client' ? this.#deps.registeredSessions(address.identity) : [];
    if (sessions.length === 0) {
      this.reports.rang();
      this.reports.ended('no-answer', sip.unavailable);
      return;
    }
    sessions.forEach((session, index) => {
      const { callSid } = this.#request;
      void this.#invite(this.#addCall(session, index === 0 ? callSid : `${callSid}-${index}`));
    });
  }

  answer(): void {}

  end(ending: Ending): void {
    this.#ended = true;
    for (const call of this.#calls) {
      if (call === this.#chosen) call.send('hangup', hangupError(ending));
      else call.send('cancel', {});
      this.#removeCall(call);
    }
  }

  sendMessage(content: unknown, contentType: string, messageSid: string): void {
    this.#chosen?.sendMessage(content, contentType, messageSid);
  }

  onAnswered(call: BrowserCall, sdp: string): void {
    if (this.#ended || this.#chosen) return;
    this.#chooseCall(call);
    const command: MediaCommand = { type: 'acceptAnswer', leg: call.leg, sdp };
    this.#deps.media.send(command).catch((error: unknown) => {
      this.#deps.log.warn({ call: call.callSid, err: String(error) }, 'SDP answer rejected');
      if (!this.#ended) this.reports.ended('failed', null);
    });
    // Media commands run in sequence, so later commands for the call find its audio leg.
    this.reports.answered(call.leg);
  }

  onForwarded(session: Session, leg: string): BrowserCall | null {
    if (this.#ended || this.#chosen) return null;
    const call = this.#addCall(session, leg);
    this.#chooseCall(call);
    this.reports.answered(leg);
    return call;
  }

  onRejected(call: BrowserCall): void {
    if (call !== this.#chosen && !this.#ended) this.reports.ended('busy', sip.declined);
  }

  onHungUp(call: BrowserCall): void {
    if (this.#ended) return;
    if (call === this.#chosen) {
      this.reports.ended('hangup', null);
      return;
    }
    this.#removeCall(call);
    if (this.#calls.size === 0) this.reports.ended('no-answer', sip.unavailable);
  }

  canResume(): boolean {
    return true;
  }

  /** A device that forwards a call to itself uses one CallSid for both, so it gets no cancel. */
  #chooseCall(call: BrowserCall): void {
    this.#chosen = call;
    for (const other of this.#calls) {
      if (other === call) continue;
      if (other.session !== call.session) other.send('cancel', {});
      this.#removeCall(other);
    }
  }

  async #invite(call: BrowserCall): Promise<void> {
    const { callSid, from, to, params, stirVerstat } = this.#request;
    try {
      const { sdp } = await this.#deps.media.send({ type: 'makeOffer', leg: call.leg });
      if (this.#ended || this.#chosen) return;
      call.send('invite', {
        sdp,
        reconnect: call.reconnectToken,
        parameters: {
          CallSid: callSid,
          AccountSid: this.#deps.accountSid,
          From: from,
          To: to,
          ...(stirVerstat === null ? {} : { StirStatus: stirVerstat }),
          ...(params.length > 0 ? { Params: formatParams(params) } : {}),
        },
      });
      this.reports.rang();
    } catch (error) {
      this.#deps.log.error({ call: callSid, err: String(error) }, 'failed to open audio for the browser');
      if (!this.#ended) this.reports.ended('failed', 503);
    }
  }

  #addCall(session: Session, leg: string): BrowserCall {
    const call = new BrowserCall(session, this.#request.callSid, null, leg, this);
    this.#calls.add(call);
    this.#deps.calls.add(call);
    return call;
  }

  #removeCall(call: BrowserCall): void {
    this.#calls.delete(call);
    this.#deps.calls.remove(call);
    const command: MediaCommand = { type: 'closeLeg', leg: call.leg };
    this.#deps.media.send(command).catch(() => {});
  }
}

export function hangupError(ending: Ending): Readonly<Record<string, unknown>> {
  if (ending.errorCode === null) return {};
  return { error: { code: ending.errorCode, message: 'The call ended with an error' } };
}
