/** What is left to do until an account can call its leads. Derived from its lists; nothing of it is stored. */

import type { ConsoleTeam } from '@offhook/contract/console/people/team-entities';
import type { ConsoleNumber } from '@offhook/contract/console/rule-entities';

export const STEPS = ['team', 'number', 'people', 'form', 'test'] as const;
/** Without hours of its own a team is always open, so they aren't counted. */
export type Step = (typeof STEPS)[number] | 'hours';

export type StepState = 'done' | 'todo' | 'optional';

export interface SetUpFacts {
  readonly teams: readonly Pick<ConsoleTeam, 'agents' | 'available' | 'schedule'>[];
  readonly numbers: readonly Pick<ConsoleNumber, 'is_ready'>[];
  /** A web form or an API key that isn't revoked. */
  readonly hasSource: boolean;
  /** A form or CRM has sent a lead. */
  readonly hasFormLead: boolean;
  /** An agent has talked with someone. */
  readonly hadCall: boolean;
}

export function setUpProgress(states: Readonly<Record<Step, StepState>>): {
  readonly done: number;
  readonly steps: number;
} {
  return { done: STEPS.filter((step) => states[step] === 'done').length, steps: STEPS.length };
}

export function stepStates(facts: SetUpFacts): Readonly<Record<Step, StepState>> {
  const { teams, numbers, hasSource, hasFormLead, hadCall } = facts;
  const state = (isDone: boolean): StepState => (isDone ? 'done' : 'todo');
  return {
    team: state(teams.length > 0),
    number: state(numbers.length > 0),
    people: state(teams.some(({ agents }) => agents > 0)),
    hours: teams.some(({ schedule }) => schedule !== null) ? 'done' : 'optional',
    form: state(hasSource && hasFormLead),
    test: state(hadCall),
  };
}

/** The first step that is left to do. */
export function nextStep(states: Readonly<Record<Step, StepState>>): Step | null {
  return STEPS.find((step) => states[step] === 'todo') ?? null;
}

/** What a test lead needs first. `phone`: no agent's phone is open. */
export type TestObstacle = 'team' | 'number' | 'people' | 'phone';

export function testObstacle({ teams, numbers }: SetUpFacts): TestObstacle | null {
  if (teams.length === 0) return 'team';
  if (numbers.length === 0) return 'number';
  if (!teams.some(({ agents }) => agents > 0)) return 'people';
  return teams.some(({ available }) => available > 0) ? null : 'phone';
}
