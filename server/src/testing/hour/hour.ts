/** What the people of the simulated hour share: the agents, the lines, the clock and the diary. */
import type { PhoneStateName } from '@offhook/contract/agent/phone-states';
import { createLines, type Line, type Lines } from '../network/lines.ts';
import { createRequests, type RequestDeps, type Requests } from '../network/requests.ts';
import { createTimeline, type Timeline } from '../network/timeline.ts';
import type { ProvidedCall } from '../world/fake-provider.ts';
import type { WeekAgent } from '../world/week-account.ts';
import type { HourAccount, HourTeam } from './account.ts';
import type { Diary, DiaryCall, DiaryRing } from './diary.ts';

export const SECOND = 1_000;

/** An agent's own record of the moment. */
export interface AgentNow {
  readonly id: number;
  readonly team: HourTeam;
  readonly headers: WeekAgent['headers'];
  /** By call. A new ring can arrive at the phone just before the end of the one before. */
  readonly rings: Map<number, DiaryRing>;
  call: DiaryCall | null;
  isHolding: boolean;
  phone: PhoneStateName;
  phoneChangedAt: number | null;
  lastEndedAt: number | null;
  status: 'available' | 'break';
  statusSince: number | null;
  isSignedIn: boolean;
  /** The phone's newest report of its state. */
  reported: Promise<unknown>;
}

export interface HourLine extends Line {
  readonly agent: AgentNow | null;
  readonly diary: DiaryCall;
}

export interface HourDeps extends RequestDeps {
  readonly account: HourAccount;
  readonly diary: Diary;
  readonly provided: (call: ProvidedCall) => void;
  readonly random: () => number;
}

export interface Hour extends HourDeps, Pick<Requests, 'send' | 'webhook' | 'asAgent' | 'violations'> {
  readonly timeline: Timeline;
  readonly lines: Lines<HourLine>;
  readonly agents: ReadonlyMap<number, AgentNow>;
  readonly counts: Record<'holds' | 'undone' | 'late' | 'abandoned' | 'breaks', number>;
  /** A random whole number, `to` excluded. */
  between(from: number, to: number): number;
  pick<T>(...list: readonly T[]): T;
}

export function createHour(deps: HourDeps): Hour {
  const { random, account } = deps;
  const timeline = createTimeline();
  const requests = createRequests(deps);
  return {
    ...deps,
    ...requests,
    timeline,
    lines: createLines<HourLine>(timeline, requests),
    agents: new Map(account.teams.flatMap((team) => team.agents.map((one) => [one.id, newAgent(team, one)]))),
    counts: { holds: 0, undone: 0, late: 0, abandoned: 0, breaks: 0 },
    between: (from, to) => from + Math.floor(random() * (to - from)),
    pick: <T>(...list: readonly T[]) => list[Math.floor(random() * list.length)] as T,
  };
}

const newAgent = (team: HourTeam, { id, headers }: WeekAgent): AgentNow => ({
  id,
  team,
  headers,
  rings: new Map(),
  call: null,
  isHolding: false,
  phone: 'waiting',
  phoneChangedAt: null,
  lastEndedAt: null,
  status: 'available',
  statusSince: null,
  isSignedIn: true,
  reported: Promise.resolve(),
});
