import { expect, test } from 'vitest';
import { homeOrigin } from './home-origin.ts';

const API = 'https://api.example.com';
const PHONE = 'https://phone.example.com';
const TEST = 'https://test.example.com';
const apart = { production: API, development_domain: '', development: '' };
const together = { production: '', development_domain: '', development: '' };

test.each([
  ['a mailed link', '', apart, [PHONE, TEST], PHONE],
  ['a login of the second page', `?page=${TEST}`, apart, [PHONE, TEST], TEST],
  ['a crafted link', '?page=https://evil.example', apart, [PHONE], PHONE],
  ['a crafted link without other pages', '?page=https://evil.example', together, [], ''],
  ['pages that are on this origin too', '', together, [TEST], ''],
  ['a login of another page than this origin’s', `?page=${TEST}`, together, [TEST], TEST],
])('%s leads to the phone’s origin', (_name, search, api, page_origins, expected) => {
  expect(homeOrigin({ origin: API, search }, { api, page_origins })).toBe(expected);
});
