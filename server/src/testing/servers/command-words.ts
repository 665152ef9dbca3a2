/** A command line as a shell splits it, with single quotes alone. */
export const words = (line: string) =>
  (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
