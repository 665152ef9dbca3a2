import { expect, test } from 'vitest';
import { watchLaunches } from './launch.ts';

function opened(...visits: readonly (string | null)[]): readonly string[] {
  const links: string[] = [];
  const setConsumer = (consumer: (launch: { targetURL: string | null }) => void) => {
    for (const targetURL of visits) consumer({ targetURL });
  };
  watchLaunches({ launchQueue: { setConsumer } }, (url) => links.push(url));
  return links;
}

test('a launch that reuses the page delivers its tel: link', () => {
  expect(opened('https://phone.test/?url=tel%3A%2B14155550100')).toEqual(['tel:+14155550100']);
});

test('a launch without a link delivers nothing', () => {
  expect(opened('https://phone.test/', null, 'no address')).toEqual([]);
});

test('a browser without launch events is supported', () => {
  expect(() => watchLaunches({}, () => {})).not.toThrow();
});
