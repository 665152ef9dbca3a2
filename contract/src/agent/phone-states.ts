export const PHONE_STATES = [
  'waiting',
  'ringing',
  'oncall',
  'disposition',
  'disposition2',
  'note',
  'sms',
  'thankyou',
] as const;
export type PhoneStateName = (typeof PHONE_STATES)[number];
