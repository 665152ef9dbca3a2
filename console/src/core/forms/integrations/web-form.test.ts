import type { WebForm } from '@offhook/contract/console/integration-entities';
import { describe, expect, test } from 'vitest';
import { changesHtml, NEW_WEB_FORM, toWebFormInput, webFormFields, webFormHtml } from './web-form.ts';

const form: WebForm = {
  id: 1,
  version: 1,
  name: 'Offer page',
  key: 'form_a-_1',
  team: { id: 7, name: 'Sales' },
  origins: ['https://www.example.com', 'http://localhost:4000'],
  thank_you_url: null,
  consent: { channel: 'call', text: 'I agree to "calls" & <more>.' },
  created_at: '2026-11-27T08:00:00Z',
  revoked_at: null,
};

test('websites can be typed without https://, on one line or several', () => {
  const websites = ' www.example.com, https://example.com/offer\n\nhttp://localhost:4000 ';
  expect(toWebFormInput({ ...NEW_WEB_FORM, websites }).origins).toEqual([
    'https://www.example.com',
    'https://example.com/offer',
    'http://localhost:4000',
  ]);
});

test('an edited form keeps what was not changed', () => {
  expect(toWebFormInput(webFormFields(form))).toEqual({
    name: 'Offer page',
    team_id: 7,
    origins: form.origins,
    thank_you_url: null,
    consent: form.consent,
  });
});

test('a form without consent sends none, even if a text was typed', () => {
  expect(toWebFormInput({ ...NEW_WEB_FORM, consent: 'I agree.' }).consent).toBeNull();
});

describe('the HTML', () => {
  test('has to be replaced on the website if visitors see another consent', () => {
    const after = (consent: WebForm['consent']) => changesHtml(form, { consent });
    expect(after({ channel: 'both', text: 'I agree to "calls" & <more>.' })).toBe(false);
    expect(after({ channel: 'call', text: 'I agree.' })).toBe(true);
    expect(after(null)).toBe(true);
    expect(changesHtml({ consent: null }, { consent: null })).toBe(false);
  });

  test('posts to the form’s address, with the escaped consent text', () => {
    const html = webFormHtml('https://phone.example.com', form);
    expect(html).toContain('<form action="https://phone.example.com/api/v1/forms/form_a-_1" method="post">');
    expect(html).toContain('name="phone_number"');
    expect(html).toContain('I agree to &#34;calls&#34; &#38; &#60;more&#62;.');
    expect(html).toContain('<p hidden><input name="leave_blank"');
  });

  test('has no checkbox if the form asks for no consent', () => {
    expect(webFormHtml('https://phone.example.com', { ...form, consent: null })).not.toContain('checkbox');
  });
});
