// Spreadsheets run a cell that starts with one of these as a formula. Where a list separator is a semicolon or a tab, they
// also start a cell after it, and in a file that they split so, after a line break.

/** Also the full-width forms, which some spreadsheets convert. */
const FORMULA_STARTS = /(?<=^|[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])|^(?=[\t\r\n])/g;

/** An apostrophe marks the cell as text. */
export const safeCell = (text: string): string => text.replace(FORMULA_STARTS, "'");
