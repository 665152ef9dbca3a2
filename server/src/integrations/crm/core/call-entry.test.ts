import type { WebhookCall } from '@offhook/contract/webhook-events';
import { describe, expect, it } from 'vitest';
import { toCallEntry } from './call-entry.ts';

const CALL: WebhookCall = {
  id: 1_042,
  type: 'lead',
  direction: 'outbound',
  status: 'completed',
  result: null,
  seconds: 75,
  started_at: '2026-03-02T15:00:00.000Z',
  talk_started_at: '2026-03-02T15:00:10.000Z',
  ended_at: '2026-03-02T15:01:25.000Z',
  retry: null,
  lead_retry: null,
  phone_number: '+14155550100',
  team: null,
  number: null,
  agent: null,
  lead: null,
  notes: [],
};

const entryOf = (changes: Partial<WebhookCall>) => {
  const { title, lines, ended } = toCallEntry({ ...CALL, ...changes }, []);
  return { title, text: lines[0], ended };
};

describe('a call’s entry in a CRM', () => {
  it.each<[string, Partial<WebhookCall>, string, string]>([
    ['a conversation', {}, 'completed', 'contacted'],
    ['the agent’s result', { result: 'voicemail' }, 'voicemail', 'voicemail'],
    ['a missed caller', { direction: 'inbound', status: 'missed', seconds: 0 }, 'missed', 'no answer'],
    ['a busy team', { direction: 'inbound', status: 'busy', seconds: 0 }, 'busy', 'busy'],
    ['a parked lead that no agent picked up', { status: 'missed' }, 'missed', 'no answer'],
    ['that, with a result of before', { status: 'missed', result: 'contacted' }, 'missed', 'no answer'],
    ['that, removed before', { status: 'missed', result: 'removed' }, 'removed', 'no answer'],
  ])('says how the call ended: %s', (_what, changes, outcome, ended) => {
    const { title, text, ended: saysEnded } = entryOf(changes);
    expect(title).toMatch(new RegExp(`: ${outcome}$`));
    expect(text).toContain(`call, ${outcome}`);
    expect(saysEnded).toBe(ended);
  });
});
