import { CALL_NOTICES } from '@offhook/contract/realtime';
import { activateCatalogs } from '@offhook/i18n/all-catalogs';
import en from '@offhook/i18n/phone/en';
import es from '@offhook/i18n/phone/es';
import { afterEach, expect, it } from 'vitest';
import { callNotice } from './call-notice.ts';

afterEach(() => activateCatalogs('en'));

it.each(CALL_NOTICES)('the notice %s is shown in the page language', (code) => {
  expect(callNotice({ code, text: 'X' }).text).toBe(en[`callNotice.${code}`]);
  activateCatalogs('es');
  expect(callNotice({ code, text: 'X' }).text).toBe(es[`callNotice.${code}`]);
});

it('a notice without a known code shows its text', () => {
  expect(callNotice({ text: 'The line is gone.' }).text).toBe('The line is gone.');
  expect(callNotice({ code: 'fromTomorrow', text: 'The line is gone.' }).text).toBe('The line is gone.');
});
