import { describe, expect, it } from 'vitest';
import type { Api } from './api.ts';
import { readOutcome } from './outcome.ts';

const CALLS: Readonly<Record<number, unknown>> = { 10: callDetail(10, 1), 12: callDetail(12, 2) };

function callDetail(id: number, leadId: number) {
  return {
    id,
    lead_id: leadId,
    status: 'completed',
    retry: null,
    lead_retry: null,
    reason: null,
    result: 'missed',
    ended_at: '2026-01-01T00:00:00Z',
    parties: [],
    notes: [],
  };
}

async function respond(name: string, { params }: { readonly params: { readonly id: number } }) {
  const { id } = params;
  if (name === 'readLead' && id === 1) return { ok: true, value: { lead: { calls: [{ id: 10 }] } } };
  if (name === 'readCall' && id in CALLS) return { ok: true, value: { call: CALLS[id] } };
  return { ok: false, code: 'refused', status: 404, error: '' };
}
const api = { request: respond, requestUntilAnswered: respond } as unknown as Api;

describe('the outcome of a soak test', () => {
  it('includes calls that have a result or a note but whose lead was not acknowledged', async () => {
    const outcome = await readOutcome({ api, open: async () => undefined }, [1], [10, 12]);
    expect([...outcome.calls.keys()]).toEqual([10, 12]);
    expect(outcome.leadIds).toEqual(new Set([1]));
  });

  it("omits leads and calls that don't exist", async () => {
    const outcome = await readOutcome({ api, open: async () => undefined }, [1, 3], [14]);
    expect([...outcome.calls.keys()]).toEqual([10]);
    expect(outcome.leadIds).toEqual(new Set([1]));
  });
});
