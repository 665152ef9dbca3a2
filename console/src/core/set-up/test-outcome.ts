import type { ConsoleCallDetail } from '@offhook/contract/console/call-entities';
import { type SetUpFacts, type TestObstacle, testObstacle } from './steps.ts';

/**
 * `taken`: an agent pressed Call. `ended`: the agent's call is over. `ignored`: no agent let it ring to the end.
 * `unanswered`: no agent pressed Call in time.
 */
export type TestOutcome = 'ringing' | 'taken' | 'ended' | 'ignored' | 'unanswered';

/** What became of a test lead whose phone rang. @param call null until it's loaded */
export function testOutcome(call: Pick<ConsoleCallDetail, 'ended_at' | 'parties'> | null): TestOutcome {
  if (call === null) return 'ringing';
  const wasTaken = call.parties.some(({ accepted_at }) => accepted_at !== null);
  if (call.ended_at === null) return wasTaken ? 'taken' : 'ringing';
  if (wasTaken) return 'ended';
  const isIgnored =
    call.parties.some(({ status }) => status === 'ignored') &&
    call.parties.every(({ status }) => status !== 'missed');
  return isIgnored ? 'ignored' : 'unanswered';
}

/**
 * What another test lead needs first. While the phone rings or is in the test's call, its agent isn't available. `end`:
 * that call's end. `result`: its result.
 */
export function sendObstacle(
  facts: SetUpFacts,
  outcome: TestOutcome | null,
): TestObstacle | 'end' | 'result' | null {
  const obstacle = testObstacle(facts);
  if (obstacle !== 'phone') return obstacle;
  if (outcome === 'ringing' || outcome === 'taken') return 'end';
  return outcome === 'ended' ? 'result' : obstacle;
}
