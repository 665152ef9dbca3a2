/** Why a text isn't a number that can be called. */
export type NumberProblem =
  | 'missing'
  | 'notANumber'
  | 'tooShort'
  | 'tooLong'
  /** A national number without a country to read it in. */
  | 'invalidCountry'
  | 'unknownCountry'
  | 'unknownCallingCode'
  /** Of a possible length, but fits no pattern of its country. */
  | 'notValid'
  | 'excludedCountry'
  /** The limit depends on how the extension is written: see phone-number.ts. */
  | 'extensionTooLong'
  | 'extensionNotDigits'
  | 'emergency';
