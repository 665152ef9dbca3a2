/** What a developer needs to use the service. */
export interface PageAccount {
  readonly accountSid: string;
  readonly authToken: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Business numbers, oldest first. */
  readonly numbers: readonly string[];
}
