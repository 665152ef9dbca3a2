/** @param timestamp ISO 8601 @returns milliseconds since 1970 */
export function toMs(timestamp: string): number {
  return Date.parse(timestamp);
}
