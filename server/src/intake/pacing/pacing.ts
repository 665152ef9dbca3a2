/**
 * Offers due calls to free agents: when an agent becomes free, and each second. One team at a time and one call per
 * turn, so that a burst of reports costs one look at each team.
 */
import type { TransitionDeps } from '../../calls/call-transitions.ts';
import { type QueuePlace, startNextDueCall } from './due-calls.ts';
import { findDueTeams, findDueTeamsOf, type Pacer } from './read-due-calls.ts';

export interface PacingDeps extends TransitionDeps {
  /** False while the provider's budget of calls per second is spent: a ring that waits for it would time out. */
  readonly mayRing: () => boolean;
}

export interface Pacing {
  /** Looks at all teams with due calls. Resolves with the number of calls started. */
  poll(): Promise<number>;
  agentsFree(userIds: readonly number[]): Promise<number>;
  stop(): void;
}

export function createPacing(deps: PacingDeps): Pacing {
  const freed = new Set<number>();
  /** They found the budget spent, and have their turn first: the one that was served longest ago. */
  const denied = new Map<string, Pacer>();
  /** Teams of agents who became free. */
  const woken = new Map<string, Pacer>();
  const polled = new Map<string, Pacer>();
  /** The turn in which a team was last served. */
  const served = new Map<string, number>();
  const places = new Map<string, QueuePlace>();
  let turn = 0;
  let running: Promise<number> | null = null;
  let stopped = false;

  function take(): Pacer | null {
    for (const queue of [denied, woken, polled]) {
      const [first] = queue;
      if (!first) continue;
      queue.delete(first[0]);
      return first[1];
    }
    return null;
  }

  function denyAll(): void {
    const all = [...denied, ...woken, ...polled].sort(
      ([one], [other]) => (served.get(one) ?? 0) - (served.get(other) ?? 0),
    );
    for (const queue of [denied, woken, polled]) queue.clear();
    for (const [key, team] of all) denied.set(key, team);
  }

  async function wakeTeams(): Promise<void> {
    const userIds = [...freed];
    freed.clear();
    try {
      for (const team of await findDueTeamsOf(deps, userIds)) woken.set(keyOf(team), team);
    } catch (error) {
      deps.log.warn({ err: error }, 'failed to start due calls');
    }
  }

  async function startAll(): Promise<number> {
    let started = 0;
    for (;;) {
      if (freed.size > 0) await wakeTeams();
      if (!deps.mayRing()) {
        denyAll();
        return started;
      }
      const team = take();
      if (!team) return started;
      if (!(await startNext(team))) continue;
      started += 1;
      turn += 1;
      served.set(keyOf(team), turn);
      // The others have their turn first.
      woken.set(keyOf(team), team);
    }
  }

  async function startNext(team: Pacer): Promise<boolean> {
    if (stopped || !deps.acceptsNewCalls()) return false;
    try {
      const place = places.get(keyOf(team)) ?? { after: null };
      places.set(keyOf(team), place);
      return await startNextDueCall(deps, team, place);
    } catch (error) {
      deps.log.error({ err: error, team: team.teamId }, 'failed to start a scheduled call');
      return false;
    }
  }

  function run(): Promise<number> {
    running ??= startAll().finally(() => {
      running = null;
      if (freed.size > 0 || woken.size > 0 || polled.size > 0) void run();
    });
    return running;
  }

  return {
    async poll() {
      if (stopped || !deps.acceptsNewCalls()) return 0;
      const due = new Map((await findDueTeams(deps)).map((team) => [keyOf(team), team]));
      for (const [key, team] of due) polled.set(key, team);
      for (const known of [served, places])
        for (const key of known.keys()) if (!due.has(key)) known.delete(key);
      return run();
    },
    agentsFree(userIds) {
      for (const userId of userIds) freed.add(userId);
      return run();
    },
    stop() {
      stopped = true;
    },
  };
}

const keyOf = ({ accountId, teamId }: Pacer): string => `${accountId} ${teamId}`;
