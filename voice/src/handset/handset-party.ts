import type { Party, PartyReports } from '../calls/party.ts';

/** What a handset's call needs of the pages. */
export interface Pages {
  /** Rings every page that is free. */
  ring(callSid: string, from: string): void;
  /** We have picked up the call that a page made. */
  connected(callSid: string): void;
  /** The call is over, ringing or connected; its audio is closed. */
  ended(callSid: string): void;
}

/** The telephone of a person at a browser, as one call sees it. */
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
