import type { Party, PartyReports } from '../calls/party.ts';

export interface HandsetPages {
  ring(party: HandsetParty): void;
  connected(callSid: string): void;
  ended(callSid: string): void;
}

export class HandsetParty implements Party {
  readonly isBrowser = true;
  readonly reports: PartyReports;
  readonly callSid: string;
  /** The number of the handset. */
  readonly number: string;
  readonly from: string;
  readonly #pages: HandsetPages;

  constructor(
    { callSid, number, from }: Pick<HandsetParty, 'callSid' | 'number' | 'from'>,
    reports: PartyReports,
    pages: HandsetPages,
  ) {
    this.callSid = callSid;
    this.number = number;
    this.from = from;
    this.reports = reports;
    this.#pages = pages;
  }

  ring(): void {
    this.reports.rang();
    this.#pages.ring(this);
  }

  answer(): void {
    this.#pages.connected(this.callSid);
  }

  end(): void {
    this.#pages.ended(this.callSid);
  }
}
