export interface NumberFormats {
  readonly phoneNumber: string;
  /** National significant number, without a trunk prefix. */
  readonly national: string;
  /** The number in the formats that people commonly write. */
  readonly written: readonly string[];
}

export interface CalledNumber {
  /** E.164; other text if the caller ID is withheld. */
  readonly phoneNumber: string | null;
  /** Two letters; null if the number is invalid or belongs to no country. */
  readonly country: string | null;
  /** US only, such as 'California' or 'Chicago, IL'; null if it has none, such as +1 800. */
  readonly area: string | null;
}
