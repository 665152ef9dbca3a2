import { CALL_NOTICES } from '@offhook/contract/realtime';
import { activateCatalogs } from '@offhook/i18n/all-catalogs';
import en from '@offhook/i18n/phone/en';
import es from '@offhook/i18n/phone/es';
import { afterEach, expect, it } from 'vitest';
import { callNoticeText } from './call-notice.ts';

afterEach(() => activateCatalogs('en'));

it.each(CALL_NOTICES)('the notice %s is shown in the page language', (code) => {
  expect(callNoticeText({ code, text: 'X' })).toBe(en[`callNotice.${code}`]);
  activateCatalogs('es');
  expect(callNoticeText({ code, text: 'X' })).toBe(es[`callNotice.${code}`]);
});

it('a notice without a known code shows its text', () => {
  expect(callNoticeText({ text: 'The line is gone.' })).toBe('The line is gone.');
  expect(callNoticeText({ code: 'fromTomorrow', text: 'The line is gone.' })).toBe('The line is gone.');
});
