import type { CallRates } from '@offhook/contract/console/report-entities';

/**
 * In US dollars: Twilio's public list prices for the United States (browser legs, dialed and received calls of local
 * numbers, recording, a text of one segment). docs/reports.md names the pages.
 */
export const DEFAULT_RATES: CallRates = {
  browser: 0.004,
  outbound: 0.014,
  inbound: 0.0085,
  recording: 0.0025,
  text: 0.0083,
};
