import { ERRORS } from '../errors.ts';

/** Why a text isn't a number that can be called, with the error text for both ends. */
export const NUMBER_PROBLEMS = {
  missing: 'Please enter a phone number.',
  notANumber: 'This is not a phone number.',
  tooShort: 'This phone number is too short.',
  tooLong: 'This phone number is too long.',
  /** A national number without a country to read it in. */
  invalidCountry: 'Please choose a country, or start the number with + and its country code.',
  unknownCountry: 'This country is unknown.',
  unknownCallingCode: 'No country has this calling code.',
  /** Of a possible length, but fits no pattern of its country. */
  notValid: 'This phone number is not valid in its country.',
  excludedCountry: 'Numbers of this country cannot be called.',
  /** The limit depends on how the extension is written: see phone-number.ts. */
  extensionTooLong: 'This extension is too long.',
  extensionNotDigits: 'An extension can contain only digits, such as x12.',
  emergency: ERRORS.emergencyNumber.text,
} as const satisfies Record<string, string>;

export type NumberProblem = keyof typeof NUMBER_PROBLEMS;
