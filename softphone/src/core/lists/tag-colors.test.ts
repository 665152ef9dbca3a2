import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tagColors } from './tag-colors.ts';

test.each([
  ['#ff0000', '#ff0000', '#000000'],
  ['#D92D20', '#d92d20', '#ffffff'],
  ['#fde68a', '#fde68a', '#000000'],
  ['#00f', '#0000ff', '#ffffff'],
  ['16a34a', '#16a34a', '#000000'],
  ['Red', '#ff0000', '#000000'],
  ['gray', '#808080', '#000000'],
  ['grey', '#808080', '#000000'],
  ['#ffffff', '#ffffff', '#000000'],
  ['#000000', '#000000', '#ffffff'],
])('%s is shown as %s with %s text', (color, background, text) => {
  expect(tagColors(color)).toEqual({ background, text });
});

test.each(['', '#', '#12', '#12345', '#ff000080', 'sunset', 'url(x)', 'red;position:fixed', '#ggg'])(
  'an invalid color, "%s", is gray',
  (color) => {
    expect(tagColors(color)).toEqual({ background: '#6e6e6e', text: '#ffffff' });
  },
);

/** WCAG's contrast ratio, independent of the code under test. */
function contrast(one: string, other: string): number {
  const light = (color: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low = 0, high = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test('text on any color is readable: black or white, whichever has more contrast', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const { background, text } = tagColors(`#${value.toString(16).padStart(6, '0')}`);
      const other = text === '#000000' ? '#ffffff' : '#000000';
      expect(contrast(background, text)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(background, text)).toBeGreaterThanOrEqual(contrast(background, other) - 0.1);
    }),
  );
});
