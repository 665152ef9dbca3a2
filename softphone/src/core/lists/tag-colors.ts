/** The tag's color, with black or white text, whichever has more contrast. */

export interface TagColors {
  readonly background: string;
  readonly text: '#000000' | '#ffffff';
}

const GRAY = '#6e6e6e';

const named: ReadonlyMap<string, string> = new Map([
  ['black', '#000000'],
  ['silver', '#c0c0c0'],
  ['gray', '#808080'],
  ['grey', '#808080'],
  ['white', '#ffffff'],
  ['maroon', '#800000'],
  ['red', '#ff0000'],
  ['purple', '#800080'],
  ['fuchsia', '#ff00ff'],
  ['green', '#008000'],
  ['lime', '#00ff00'],
  ['olive', '#808000'],
  ['yellow', '#ffff00'],
  ['navy', '#000080'],
  ['blue', '#0000ff'],
  ['teal', '#008080'],
  ['aqua', '#00ffff'],
  ['orange', '#ffa500'],
]);

/** @param color 3 or 6 hex digits, or a basic name; otherwise gray */
export function tagColors(color: string): TagColors {
  const background = parseBackground(color.trim().toLowerCase());
  // At luminance 0.179, black and white have the same contrast (4.6:1).
  return { background, text: luminance(background) > 0.179 ? '#000000' : '#ffffff' };
}

function parseBackground(color: string): string {
  const hex = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(color)?.[1];
  if (hex === undefined) return named.get(color) ?? GRAY;
  return hex.length === 6 ? `#${hex}` : `#${[...hex].map((digit) => digit + digit).join('')}`;
}

function luminance(background: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(background.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
