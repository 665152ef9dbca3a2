/** What a developer needs to use the service. */
export interface PageAccount {
  readonly accountSid: string;
  readonly authToken: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** The TwiML application that always exists; empty without one. */
  readonly applicationSid: string;
  /** Business numbers, oldest first. */
  readonly numbers: readonly string[];
}
