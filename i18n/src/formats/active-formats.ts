/** How the page writes dates and times. Separate from `formats.ts`, so that the login page doesn't load it. */

export const CLOCKS = ['12', '24'] as const;
/** The order of month, day and year. */
export const DATE_ORDERS = ['mdy', 'dmy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export interface Formats {
  /** BCP 47 */
  readonly tag: string;
  /** IANA name; defaults to the computer's. */
  readonly timeZone?: string | undefined;
  /** Null: the tag's default. */
  readonly clock: (typeof CLOCKS)[number] | null;
  /** Null: the tag's default. */
  readonly dateOrder: DateOrder | null;
}

let active: Formats = { tag: 'en-US', clock: null, dateOrder: null };

/** Sets the page's formats. */
export function setFormats(next: Formats): void {
  active = next;
}

/** The page's formats. */
export function activeFormats(): Formats {
  return active;
}
