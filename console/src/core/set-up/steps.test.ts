import { describe, expect, it } from 'vitest';
import { curlLine } from './commands.ts';
import { nextStep, type SetUpFacts, setUpProgress, stepStates, testObstacle } from './steps.ts';

const NOTHING: SetUpFacts = { teams: [], numbers: [], hasSource: false, hasFormLead: false, hadCall: false };
const team = (agents: number, available = 0) => ({ agents, available, schedule: null });
const hours = { time_zone: 'UTC', pieces: [] };
const number = { is_ready: true };
const staffed = { ...NOTHING, teams: [team(1)], numbers: [number] };

describe('the steps of a set-up', () => {
  it.each<[string, Partial<SetUpFacts>, Partial<ReturnType<typeof stepStates>>]>([
    ['nothing exists', {}, { team: 'todo', number: 'todo', people: 'todo', hours: 'optional', form: 'todo' }],
    ['a team is empty', { teams: [team(0)] }, { team: 'done', people: 'todo', hours: 'optional' }],
    ['a team has an agent', { teams: [team(0), team(1)] }, { people: 'done' }],
    ['a team has hours', { teams: [team(0), { ...team(0), schedule: hours }] }, { hours: 'done' }],
    ['a number exists', { numbers: [number] }, { number: 'done' }],
    ['a web form or key was created and nothing came', { hasSource: true }, { form: 'todo' }],
    ['leads came, and web forms and keys are revoked', { hasFormLead: true }, { form: 'todo' }],
    ['a form sent a lead', { hasSource: true, hasFormLead: true }, { form: 'done' }],
    ['an agent has talked', { hadCall: true }, { test: 'done' }],
  ])('%s', (_, facts, expected) => {
    expect(stepStates({ ...NOTHING, ...facts })).toMatchObject(expected);
  });

  it('count from 0 to the numbered boxes, with a team’s hours or without', () => {
    const progress = (facts: Partial<SetUpFacts>) => setUpProgress(stepStates({ ...NOTHING, ...facts }));
    expect(progress({})).toEqual({ done: 0, steps: 5 });
    expect(progress({ teams: [{ ...team(1), schedule: hours }] })).toEqual({ done: 2, steps: 5 });
  });

  it('lead to the first that is left to do', () => {
    const next = (facts: Partial<SetUpFacts>) => nextStep(stepStates({ ...NOTHING, ...facts }));
    expect(next({})).toBe('team');
    expect(next({ teams: [team(0)], hasSource: true, hasFormLead: true })).toBe('number');
    expect(next(staffed)).toBe('form');
    expect(next({ ...staffed, hasSource: true, hasFormLead: true })).toBe('test');
    expect(next({ ...staffed, hasSource: true, hasFormLead: true, hadCall: true })).toBeNull();
  });

  it('says what a test lead needs first', () => {
    expect(testObstacle(NOTHING)).toBe('team');
    expect(testObstacle({ ...NOTHING, teams: [team(0)] })).toBe('number');
    expect(testObstacle({ ...staffed, teams: [team(0)] })).toBe('people');
    expect(testObstacle(staffed)).toBe('phone');
    expect(testObstacle({ ...staffed, teams: [team(1, 1)] })).toBeNull();
  });

  it('shows a request that a shell accepts', () => {
    expect(curlLine('https://acme.test', 'oh_1', '+14155550100')).toBe(
      [
        'curl https://acme.test/api/v1/leads \\',
        "  -H 'authorization: Bearer oh_1' \\",
        "  -H 'content-type: application/json' \\",
        `  -d '{"phone_number":"+14155550100","fname":"Ada","form":"Website"}'`,
      ].join('\n'),
    );
  });
});
