import { describe, expect, it } from 'vitest';
import type { Api } from './api.ts';
import { readOutcome } from './outcome.ts';

const PATHS: Readonly<Record<string, object>> = {
  '/api/v1/console/leads/1': { lead: { calls: [{ id: 10 }] } },
  '/api/v1/console/calls/10': { call: seenCall(10, 1) },
  '/api/v1/console/calls/12': { call: seenCall(12, 2) },
};

function seenCall(id: number, leadId: number) {
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

const api: Api = {
  once: async ({ path }) => ({ status: path in PATHS ? 200 : 404, body: { ...PATHS[path] } }),
  surely: (ask) => api.once(ask),
};

describe('the outcome of a soak', () => {
  it('reads the calls that were worked on though nothing acknowledged their lead', async () => {
    const outcome = await readOutcome({ api, open: async () => undefined }, [1], [10, 12]);
    expect([...outcome.calls.keys()]).toEqual([10, 12]);
    expect(outcome.leadIds).toEqual(new Set([1]));
  });

  it('does not show what is not there', async () => {
    const outcome = await readOutcome({ api, open: async () => undefined }, [1, 3], [14]);
    expect([...outcome.calls.keys()]).toEqual([10]);
    expect(outcome.leadIds).toEqual(new Set([1]));
  });
});
