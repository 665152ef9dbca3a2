import type { Party, PartyReports } from '../calls/party.ts';

export interface HandsetPages {
  ring(callSid: string, from: string): void;
  connected(callSid: string): void;
  ended(callSid: string): void;
}

export class HandsetParty implements Party {
  readonly reports: PartyReports;
  readonly callSid: string;
  readonly from: string;
  readonly #pages: HandsetPages;

  constructor(callSid: string, from: string, reports: PartyReports, pages: HandsetPages) {
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
