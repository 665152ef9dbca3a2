import type { Logger } from 'pino';
import type { EndCause } from '../calls/core/call.ts';
import type { MediaPort } from '../calls/media-port.ts';
import type { Ending, Party, PartyReports } from '../calls/party.ts';
import type { MediaCommand } from '../media/commands.ts';

/** SIP responses (RFC 3261). */
const tooManyHops = 483;
const serviceUnavailable = 503;

/** Maps the cause that ended the inbound call to how the dialed leg ends. */
const FAR_END_RESULTS = {
  busy: ['busy', 486],
  'no-answer': ['no-answer', 480],
  canceled: ['no-answer', 480],
  failed: ['failed', serviceUnavailable],
  hangup: ['hangup', null],
} as const satisfies Record<EndCause, readonly [EndCause, number | null]>;

export interface BusinessNumberDeps {
  readonly media: MediaPort;
  readonly log: Logger;
  readonly inboundSid: string;
  /** Creates the inbound call; false if the chain of such calls is too long. */
  createInboundCall(createParty: (reports: PartyReports) => Party): boolean;
  onEnded(): void;
}

/**
 * A call to a business number: the dialed leg, and the inbound call at the number. Each is the far end of the other
 * and has its own audio leg.
 */
export class BusinessNumberParty implements Party {
  readonly #dialedSid: string;
  readonly #dialed: PartyReports;
  readonly #deps: BusinessNumberDeps;
  #inbound: PartyReports | null = null;
  #opened = false;
  #ended = false;

  constructor(dialedSid: string, dialed: PartyReports, deps: BusinessNumberDeps) {
    this.#dialedSid = dialedSid;
    this.#dialed = dialed;
    this.#deps = deps;
  }

  ring(): void {
    this.#dialed.rang();
    const created = this.#deps.createInboundCall((inbound) => {
      this.#inbound = inbound;
      return {
        ring: () => {},
        answer: () => void this.#connect(),
        end: (ending) => this.#endDialed(ending),
        onDigits: (digits) => this.#dialed.digits(digits),
      };
    });
    if (!created) this.#dialed.ended('failed', tooManyHops);
  }

  answer(): void {}

  onDigits(digits: string): void {
    this.#inbound?.digits(digits);
  }

  end(): void {
    if (this.#close()) this.#inbound?.ended('hangup', null);
  }

  #endDialed({ cause }: Ending): void {
    if (!this.#close()) return;
    const [endCause, sipCode] = FAR_END_RESULTS[cause];
    this.#dialed.ended(endCause, sipCode);
  }

  async #connect(): Promise<void> {
    const [one, other] = [this.#dialedSid, this.#deps.inboundSid];
    this.#opened = true;
    try {
      await Promise.all([
        this.#send({ type: 'openCarrier', leg: other }),
        this.#send({ type: 'openCarrier', leg: one }),
        this.#send({ type: 'setPersona', leg: other, persona: { kind: 'relay', leg: one } }),
        this.#send({ type: 'setPersona', leg: one, persona: { kind: 'relay', leg: other } }),
      ]);
    } catch (error) {
      this.#deps.log.error(
        { call: one, err: String(error) },
        'failed to connect the audio of a call to a business number',
      );
      if (!this.#ended) this.#dialed.ended('failed', serviceUnavailable);
      return;
    }
    if (!this.#ended) this.#dialed.answered(one);
  }

  #close(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    this.#deps.onEnded();
    if (this.#opened)
      for (const leg of [this.#dialedSid, this.#deps.inboundSid])
        this.#send({ type: 'closeLeg', leg }).catch(() => {});
    return true;
  }

  #send(command: MediaCommand): Promise<unknown> {
    return this.#deps.media.send(command);
  }
}
