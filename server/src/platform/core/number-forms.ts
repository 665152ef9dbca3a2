/** One number in the ways in which CRMs keep it. */
export interface NumberForms {
  /** + and digits. */
  readonly phoneNumber: string;
  /** Digits as dialled within its country, without what is dialled before them. */
  readonly national: string;
  /** These two and the usual written ones. */
  readonly written: readonly string[];
}

export interface CalledNumber {
  /** + and digits; anything else where the number is withheld; null: none. */
  readonly phoneNumber: string | null;
  /** Two letters; null: no valid number, or one of no country. */
  readonly country: string | null;
  /** In the United States the area's name, such as 'California' or 'Chicago, IL'; null: none, as of +1 800. */
  readonly area: string | null;
}
