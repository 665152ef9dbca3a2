import { expect, it } from 'vitest';
import { shouldAnnounce } from '../../accounts/core/recording-regions.ts';
import { describeNumber } from './number-areas.ts';

it.each([
  ['+14155550100', 'US', 'California'],
  ['+12035550100', 'US', 'Connecticut'],
  ['+17185550100', 'US', 'New York'],
  ['+13125550100', 'US', 'Chicago, IL'],
  ['+14165550100', 'CA', null],
  ['+4930123456', 'DE', null],
  ['+18005550101', 'US', null],
  ['+266696687', null, null],
  ['anonymous', null, null],
])('%s is in country %s and area %s', (phoneNumber, country, area) => {
  expect(describeNumber(phoneNumber)).toEqual({ phoneNumber, country, area });
});

const ALL_PARTY = {
  California:
    '209 213 279 310 323 341 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 747 760 805 818 820 831 840 858 909 916 925 949 951',
  Connecticut: '203 475 860 959',
  Delaware: '302',
  Florida: '239 305 321 352 386 407 448 561 656 689 727 754 772 786 813 850 863 904 941 954',
  Illinois: '217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 872',
  Maryland: '227 240 301 410 443 667',
  Massachusetts: '339 351 413 508 617 774 781 857 978',
  Michigan: '231 248 269 313 517 586 616 734 810 906 947 989',
  Montana: '406',
  Nevada: '702 725 775',
  'New Hampshire': '603',
  Oregon: '458 503 541 971',
  Pennsylvania: '215 223 267 272 412 445 484 570 582 610 717 724 814 835 878',
  Washington: '206 253 360 425 509 564',
};

it.each(Object.entries(ALL_PARTY))('recordings are announced in every area code of %s', (_state, codes) => {
  const silent = codes
    .split(' ')
    .filter((code) => !shouldAnnounce('by_region', [], () => describeNumber(`+1${code}2345678`)));
  expect(silent).toEqual([]);
});

it.each(['212', '214', '404', '602', '702'])(
  'area code %s of another state follows that state’s law',
  (code) => {
    const isAnnounced = shouldAnnounce('by_region', [], () => describeNumber(`+1${code}2345678`));
    expect(isAnnounced).toBe(code === '702');
  },
);
