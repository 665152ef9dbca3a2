import type { Logger } from 'pino';
import { formatParams, parseAddress } from '../calls/core/address.ts';
import type { MediaPort } from '../calls/media-port.ts';
import type { Ending, Party, PartyReports, RingOrder } from '../calls/party.ts';
import type { MediaOrder } from '../media/orders.ts';
import { Line, type LineOwner } from './line.ts';
import type { Lines } from './lines.ts';
import type { Session } from './session.ts';

export interface CalleeParts {
  readonly accountSid: string;
  readonly media: MediaPort;
  readonly lines: Lines;
  readonly log: Logger;
  /** The sockets that are registered for that identity at this moment. */
  registered(identity: string): readonly Session[];
}

/** Temporarily unavailable, and declined (RFC 3261). */
const sip = { unavailable: 480, declined: 603 } as const;

/** A person who is called in the browser: each registration of the identity rings, the first to answer has the call. */
export class Callee implements Party, LineOwner {
  readonly #parts: CalleeParts;
  readonly #order: RingOrder;
  readonly reports: PartyReports;
  readonly #lines = new Set<Line>();
  #chosen: Line | null = null;
  #over = false;

  constructor(parts: CalleeParts, order: RingOrder, reports: PartyReports) {
    this.#parts = parts;
    this.#order = order;
    this.reports = reports;
  }

  ring(): void {
    const address = parseAddress(this.#order.to);
    const sessions = address?.kind === 'client' ? this.#parts.registered(address.identity) : [];
    if (sessions.length === 0) {
      this.reports.rang();
      this.reports.ended('no-answer', sip.unavailable);
      return;
    }
    sessions.forEach((session, index) => {
      const { callSid } = this.#order;
      void this.#invite(this.#line(session, index === 0 ? callSid : `${callSid}-${index}`));
    });
  }

  answer(): void {}

  end(ending: Ending): void {
    this.#over = true;
    for (const line of this.#lines) {
      if (line === this.#chosen) line.send('hangup', errorOf(ending));
      else line.send('cancel', {});
      this.#drop(line);
    }
  }

  message(content: unknown, contentType: string, messageSid: string): void {
    this.#chosen?.sendMessage(content, contentType, messageSid);
  }

  answered(line: Line, sdp: string): void {
    if (this.#over || this.#chosen) return;
    this.#choose(line);
    const order: MediaOrder = { type: 'acceptAnswer', leg: line.leg, sdp };
    this.#parts.media.order(order).catch((error: unknown) => {
      this.#parts.log.warn({ call: line.callSid, err: String(error) }, 'answer refused');
      if (!this.#over) this.reports.ended('failed', null);
    });
    // Orders are carried out one after the other: whatever the call does next finds its audio there.
    this.reports.answered(line.leg);
  }

  forwarded(session: Session, leg: string): Line | null {
    if (this.#over || this.#chosen) return null;
    const line = this.#line(session, leg);
    this.#choose(line);
    this.reports.answered(leg);
    return line;
  }

  rejected(line: Line): void {
    if (line !== this.#chosen && !this.#over) this.reports.ended('busy', sip.declined);
  }

  hungUp(line: Line): void {
    if (this.#over) return;
    if (line === this.#chosen) {
      this.reports.ended('hangup', null);
      return;
    }
    this.#drop(line);
    if (this.#lines.size === 0) this.reports.ended('no-answer', sip.unavailable);
  }

  resumable(): boolean {
    return true;
  }

  /** The others ring no more. A device that forwards a call to itself has one name for both: it is not told. */
  #choose(line: Line): void {
    this.#chosen = line;
    for (const other of this.#lines) {
      if (other === line) continue;
      if (other.session !== line.session) other.send('cancel', {});
      this.#drop(other);
    }
  }

  async #invite(line: Line): Promise<void> {
    const { callSid, from, to, params, stirVerstat } = this.#order;
    try {
      const { sdp } = await this.#parts.media.order({ type: 'makeOffer', leg: line.leg });
      if (this.#over || this.#chosen) return;
      line.send('invite', {
        sdp,
        reconnect: line.reconnect,
        parameters: {
          CallSid: callSid,
          AccountSid: this.#parts.accountSid,
          From: from,
          To: to,
          ...(stirVerstat === null ? {} : { StirStatus: stirVerstat }),
          ...(params.length > 0 ? { Params: formatParams(params) } : {}),
        },
      });
      this.reports.rang();
    } catch (error) {
      this.#parts.log.error({ call: callSid, err: String(error) }, 'no audio for the browser');
      if (!this.#over) this.reports.ended('failed', 503);
    }
  }

  #line(session: Session, leg: string): Line {
    const line = new Line(session, this.#order.callSid, null, leg, this);
    this.#lines.add(line);
    this.#parts.lines.add(line);
    return line;
  }

  #drop(line: Line): void {
    this.#lines.delete(line);
    this.#parts.lines.remove(line);
    const order: MediaOrder = { type: 'closeLeg', leg: line.leg };
    this.#parts.media.order(order).catch(() => {});
  }
}

export function errorOf(ending: Ending): Readonly<Record<string, unknown>> {
  if (ending.errorCode === null) return {};
  return { error: { code: ending.errorCode, message: 'The call ended with an error' } };
}
