import type { Call } from '@offhook/contract/calls/call';
import { expect, test } from 'vitest';
import { announcement } from '../../../screens/announcement.ts';
import { consultationOf, run, signedInAs, talk } from '../../sample-events.ts';

const announced = (call: Partial<Call>) => announcement(run([signedInAs(), talk(call)]).state);

test('the other agents in the call are named', () => {
  const agents = [{ name: 'Ben Okafor' }, { name: 'Cleo Diaz' }];
  expect(announced({ agents })).toContain('Also in the call: Ben Okafor, Cleo Diaz');
  expect(announced({ agents: [] })).toEqual(['On call']);
});

test('a lead who has left a call that goes on is named', () => {
  expect(announced({ lead_left: true })).toContain('Roof quote hung up');
  expect(announced({ lead_left: true, lead: null, lead_id: null })).toContain('The caller hung up');
  expect(announced({ lead_left: false })).toEqual(['On call']);
});

test('a consultation shows its colleague and the lead itself', () => {
  const consultation = consultationOf({ lead_left: true });
  expect(announced({ consultation, lead_left: true, agents: [{ name: 'Ben Okafor' }] })).toEqual([
    'Talking to Ben Okafor. The lead hung up.',
  ]);
});
