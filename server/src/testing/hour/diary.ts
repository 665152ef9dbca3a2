// What the agents and leads of the simulated hour did, as they noted it themselves, and the figures that follow from it
// by docs/reports.md. Shares no code with the server and reads no row.
import type { Disposition } from '@offhook/contract/calls/dispositions';

export interface DiaryRing {
  readonly userId: number;
  readonly from: number;
  to: number | null;
  outcome: 'ringing' | 'accepted' | 'missed' | 'ignored' | 'withdrawn';
}

export interface DiaryCall {
  readonly id: number;
  readonly startedAt: number;
  /** Known once the lead was sent, the caller called or the first agent's phone showed it. */
  party: DiaryParty | null;
  readonly rings: DiaryRing[];
  agentId: number | null;
  acceptedAt: number | null;
  isDialed: boolean;
  answeredAt: number | null;
  endedAt: number | null;
  readonly holds: { readonly from: number; to: number | null }[];
  wrapUp: { readonly from: number; readonly limit: number; to: number | null } | null;
  result: Disposition | null;
}

export interface DiaryParty {
  readonly kind: 'lead' | 'inbound';
  readonly phoneNumber: string;
  readonly teamId: number;
  readonly form: string | null;
  readonly arrivedAt: number;
  readonly retries: number;
}

const COUNTED = [
  ...['leads', 'contacted', 'voicemail', 'missed', 'removed'],
  ...['calls', 'contacted_calls', 'missed_rings', 'talk_seconds', 'hold_seconds', 'wrap_up_seconds'],
  ...['dialed', 'answered', 'inbound', 'inbound_taken'],
] as const;
export type DiaryFigures = Record<(typeof COUNTED)[number], number>;

interface Fact {
  readonly at: number;
  readonly teamId: number;
  readonly agentId: number | null;
  readonly source: string;
  readonly counts: Partial<DiaryFigures>;
}

export function createDiary() {
  const calls = new Map<number, DiaryCall>();
  return {
    calls,
    call(id: number, now: number): DiaryCall {
      const found = calls.get(id) ?? {
        id,
        startedAt: now,
        party: null,
        rings: [],
        agentId: null,
        acceptedAt: null,
        isDialed: false,
        answeredAt: null,
        endedAt: null,
        holds: [],
        wrapUp: null,
        result: null,
      };
      calls.set(id, found);
      return found;
    },
  };
}
export type Diary = ReturnType<typeof createDiary>;

export const partyOf = (call: DiaryCall): DiaryParty => {
  if (call.party === null) throw new Error(`No one knows whose call ${call.id} was.`);
  return call.party;
};

/** The longest conversation so far, in seconds. */
export function longestTalk({ calls }: Diary, now: number): number {
  return Math.max(0, ...[...calls.values()].map((call) => talkSeconds(call, now)));
}

const talkSeconds = ({ answeredAt, endedAt }: DiaryCall, now: number) =>
  answeredAt === null ? 0 : ((endedAt ?? now) - answeredAt) / 1_000;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const isContact = ({ result, answeredAt }: DiaryCall) =>
  result === 'contacted' || (result === null && answeredAt !== null);

function callCounts(call: DiaryCall): Partial<DiaryFigures> {
  const isInbound = partyOf(call).kind === 'inbound';
  const spent = (one: { readonly from: number; readonly to: number | null }) =>
    one.to === null ? 0 : (one.to - one.from) / 1_000;
  const { wrapUp } = call;
  return {
    calls: 1,
    contacted_calls: isContact(call) ? 1 : 0,
    talk_seconds: call.endedAt === null ? 0 : talkSeconds(call, call.endedAt),
    hold_seconds: sum(call.holds.map(spent)),
    wrap_up_seconds: wrapUp === null ? 0 : Math.min(wrapUp.limit / 1_000, spent(wrapUp)),
    dialed: call.isDialed ? 1 : 0,
    answered: call.isDialed && call.answeredAt !== null ? 1 : 0,
    inbound: isInbound ? 1 : 0,
    inbound_taken: isInbound && call.agentId !== null ? 1 : 0,
  };
}

/** Attempts of one lead, in order. */
function chainsOf(calls: readonly DiaryCall[]): readonly (readonly DiaryCall[])[] {
  const chains = new Map<string, DiaryCall[]>();
  for (const call of calls.toSorted((a, b) => a.startedAt - b.startedAt || a.id - b.id)) {
    const { kind, phoneNumber } = partyOf(call);
    // An unknown caller becomes a lead only if an agent removes them.
    if (kind === 'inbound' && call.result !== 'removed') continue;
    chains.set(phoneNumber, [...(chains.get(phoneNumber) ?? []), call]);
  }
  return [...chains.values()];
}

function outcomeOf(chain: readonly DiaryCall[]): 'removed' | 'contacted' | 'voicemail' | 'missed' {
  if (chain.some(({ result }) => result === 'removed')) return 'removed';
  if (chain.some(isContact)) return 'contacted';
  return chain.some(({ result }) => result === 'voicemail') ? 'voicemail' : 'missed';
}

function factsOf(diary: Diary): readonly { readonly ofAccount: boolean; readonly fact: Fact }[] {
  const calls = [...diary.calls.values()];
  const facts: { ofAccount: boolean; fact: Fact }[] = [];
  const chains = chainsOf(calls);
  const removedCallers = new Set(
    chains.flatMap((chain) => chain.filter((call) => partyOf(call).kind === 'inbound')),
  );
  const place = (call: DiaryCall) => {
    const { kind, teamId, form } = partyOf(call);
    const source =
      kind === 'inbound'
        ? removedCallers.has(call)
          ? 'inbound'
          : 'unknown'
        : form === null
          ? 'intake'
          : `form:${form}`;
    return { at: call.startedAt, teamId, source };
  };
  for (const call of calls) {
    const missed = call.rings.filter(({ outcome }) => outcome === 'missed');
    const counts = callCounts(call);
    facts.push({
      ofAccount: true,
      fact: { ...place(call), agentId: null, counts: { ...counts, missed_rings: missed.length } },
    });
    if (call.agentId !== null)
      facts.push({ ofAccount: false, fact: { ...place(call), agentId: call.agentId, counts } });
    for (const { userId } of missed)
      facts.push({
        ofAccount: false,
        fact: { ...place(call), agentId: userId, counts: { missed_rings: 1 } },
      });
  }
  for (const chain of chains) {
    const [first] = chain;
    if (!first) continue;
    const counts = { leads: 1, [outcomeOf(chain)]: 1 };
    const agentId = chain.findLast((call) => call.agentId !== null)?.agentId ?? null;
    facts.push({ ofAccount: true, fact: { ...place(first), agentId: null, counts } });
    if (agentId !== null) facts.push({ ofAccount: false, fact: { ...place(first), agentId, counts } });
  }
  return facts;
}

function total(facts: readonly Fact[]): DiaryFigures {
  return Object.fromEntries(
    COUNTED.map((name) => [name, sum(facts.map(({ counts }) => counts[name] ?? 0))]),
  ) as DiaryFigures;
}

function grouped(
  facts: readonly Fact[],
  keyOf: (fact: Fact) => string,
): Readonly<Record<string, DiaryFigures>> {
  const keys = [...new Set(facts.map(keyOf))].sort();
  return Object.fromEntries(keys.map((key) => [key, total(facts.filter((fact) => keyOf(fact) === key))]));
}

/** @param hourOf local hour of the day */
export function figuresOf(diary: Diary, hourOf: (at: number) => number) {
  const all = factsOf(diary);
  const account = all.filter(({ ofAccount }) => ofAccount).map(({ fact }) => fact);
  const agents = all.filter(({ ofAccount }) => !ofAccount).map(({ fact }) => fact);
  return {
    total: total(account),
    teams: grouped(account, ({ teamId }) => String(teamId)),
    sources: grouped(account, ({ source }) => source),
    hours: grouped(account, ({ at }) => String(hourOf(at))),
    agents: grouped(agents, ({ agentId }) => String(agentId)),
  };
}
