export type SidPrefix = 'CA' | 'CF' | 'RE' | 'AP' | 'PN' | 'SM' | 'KX' | 'QU' | 'ZY';

const pattern = /^[A-Z]{2}[0-9a-f]{32}$/i;

export function isSid(prefix: SidPrefix | 'AC' | 'SK', text: string): boolean {
  return text.startsWith(prefix) && pattern.test(text);
}
