import type { Party, PartyReports } from '../calls/party.ts';

export interface Pages {
  /** Rings every page without a call. */
  ring(callSid: string, from: string): void;
  /** A call placed by a page was answered. */
  connected(callSid: string): void;
  /** Ends the call on the pages and closes its audio. */
  ended(callSid: string): void;
}

/** The handset page as the party of one call. */
export class HandsetParty implements Party {
  readonly reports: PartyReports;
  readonly callSid: string;
  readonly from: string;
  readonly #pages: Pages;

  constructor(callSid: string, from: string, reports: PartyReports, pages: Pages) {
    this.callSid = callSid;
    this.reports = reports;
    this.from = from;
    this.#pages = pages;
  }

  ring(): void {
    this.reports.rang();
    this.#pages.ring(this.callSid, this.from);
  }

  answer(): void {
    this.#pages.connected(this.callSid);
  }

  end(): void {
    this.#pages.ended(this.callSid);
  }
}
