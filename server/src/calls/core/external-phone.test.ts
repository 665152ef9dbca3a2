import { describe, expect, it } from 'vitest';
import {
  type ExternalPhoneRing,
  goodbyePrompt,
  keyAction,
  leadRemovedPrompt,
  ringPrompt,
} from './external-phone.ts';

const LEAD: ExternalPhoneRing = {
  type: 'lead',
  direction: 'outbound',
  whisperText: 'Ada Lovelace, Mathematics',
  leadLabel: 'Ada',
  inviter: null,
};
const BOTH = 'Press 1 to accept, or 9 to remove the lead.';

describe('an agent who answers their external phone hears', () => {
  const rows: readonly [string, ExternalPhoneRing, string][] = [
    ['who the lead is', LEAD, `Incoming lead. Ada Lovelace, Mathematics. ${BOTH}`],
    [
      'the label of a lead without a whisper text',
      { ...LEAD, whisperText: null },
      `Incoming lead. Ada. ${BOTH}`,
    ],
    [
      'that a caller is waiting',
      { ...LEAD, type: 'inbound', direction: 'inbound' },
      `Incoming call. Ada Lovelace, Mathematics. ${BOTH}`,
    ],
    [
      'which colleague is transferring a call',
      { ...LEAD, type: 'transfer', direction: 'inbound', inviter: 'Ann Reyes' },
      `Incoming transfer. From Ann Reyes. Ada Lovelace, Mathematics. ${BOTH}`,
    ],
    [
      'nothing about a lead when the call has none',
      { type: 'conference', direction: 'outbound', whisperText: null, leadLabel: null, inviter: null },
      'Incoming conference. Press 1 to accept.',
    ],
  ];
  it.each(rows)('%s', (_label, offered, expected) => {
    expect(ringPrompt(offered, 'en')).toEqual({ kind: 'text', text: expected, language: null });
  });

  it('the same in Spanish, with a Spanish voice, in an account whose language is Spanish', () => {
    const text =
      'Prospecto entrante. Ada Lovelace, Mathematics. Para aceptar, presiona 1. Para dar de baja al prospecto, presiona 9.';
    expect(ringPrompt(LEAD, 'es')).toEqual({ kind: 'text', text, language: 'es-US' });
    expect(leadRemovedPrompt('es')).toMatchObject({
      text: 'El prospecto fue dado de baja. Adiós.',
      language: 'es-US',
    });
  });
});

describe('a pressed key', () => {
  it.each([
    ['1', 'accept'],
    ['9', 'removeLead'],
    ['2', 'ignore'],
    ['#', 'ignore'],
    ['11', 'ignore'],
    ['', 'nothing'],
  ] as const)('%j means %s', (digits, meaning) => {
    expect(keyAction(digits, true)).toBe(meaning);
  });

  it('9 without a lead acts like any other key', () => {
    expect(keyAction('9', false)).toBe('ignore');
  });
});

describe('the goodbye prompt', () => {
  it.each([
    ['withdrawn', 'Ben Okafor', 'Ben Okafor accepted this call. Goodbye.'],
    ['withdrawn', null, 'This call is no longer available. Goodbye.'],
    ['missed', null, 'You did not accept this call. Goodbye.'],
    ['ignored', null, 'You did not accept this call. Goodbye.'],
  ] as const)('for a ring that is %s (accepted by %s) is: %s', (status, by, expected) => {
    expect(goodbyePrompt(status, by, 'en')).toMatchObject({ text: expected, language: null });
  });

  it('is Spanish in an account whose language is Spanish', () => {
    const spanish = { text: 'Ben Okafor aceptó esta llamada. Adiós.', language: 'es-US' };
    expect(goodbyePrompt('withdrawn', 'Ben Okafor', 'es')).toMatchObject(spanish);
  });
});
