export type NumberProblem =
  | 'missing'
  | 'notANumber'
  | 'tooShort'
  | 'tooLong'
  /** A national number without a country to interpret it in. */
  | 'invalidCountry'
  | 'unknownCountry'
  | 'unknownCallingCode'
  /** The length is possible, but the number fits no pattern of its country. */
  | 'notValid'
  | 'excludedCountry'
  /** The limit depends on how the extension is written: see phone-number.ts. */
  | 'extensionTooLong'
  | 'extensionNotDigits'
  | 'emergency';
