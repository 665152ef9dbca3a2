import { expect, test } from 'vitest';
import { type Acknowledged, type Effort, type FinalCall, judge, type Remains } from './verdict.ts';

const acknowledged: Acknowledged = {
  leads: new Map([
    ['+14155553000', { leadId: 1, callId: 1000 }],
    ['+14155553001', { leadId: 2, callId: null }],
  ]),
  results: new Map([[1000, 'contacted']]),
  notes: new Map([[1000, 'soak 1000']]),
};
const call: FinalCall = {
  id: 1000,
  leadId: 1,
  status: 'completed',
  isRetry: false,
  reason: null,
  ended: true,
  result: 'contacted',
  taken: 1,
  notes: ['soak 1000'],
};
const nothing: Remains = { files: [{ process: 'server', before: 60, after: 70 }], lines: 0 };

const effort: Effort = { refused: 0, unanswered: 0, conversations: 1, absent: [] };

const judged = (changes: Partial<FinalCall>, remains: Partial<Remains> = {}, leadIds = [1, 2]) =>
  judge(
    acknowledged,
    new Map([[1000, { ...call, ...changes }]]),
    new Set(leadIds),
    { ...nothing, ...remains },
    effort,
  );

test('all that was acknowledged is there once', () => {
  expect(judged({})).toEqual([]);
});

test.each<[string, Partial<FinalCall>]>([
  ['has not ended', { ended: false, status: 'in-progress' }],
  ['was taken by 2 agents', { taken: 2 }],
  ['and it is null', { result: null }],
  ['is there 0 times', { notes: [] }],
  ['is there 2 times', { notes: ['soak 1000', 'soak 1000'] }],
])('a call that %s is found', (words, changes) => {
  expect(judged(changes)).toEqual([expect.stringContaining(words)]);
});

test('a lead, or its call, that was acknowledged and is gone is found', () => {
  expect(judged({}, {}, [1])).toEqual([expect.stringContaining('The lead +14155553001')]);
  expect(judge(acknowledged, new Map(), new Set([1, 2]), nothing, effort)).toContainEqual(
    'The call 1000 of the lead +14155553000 was acknowledged and is not there.',
  );
});

test('two leads that became one are found', () => {
  const leads = new Map([...acknowledged.leads, ['+14155553002', { leadId: 1, callId: null }] as const]);
  expect(
    judge({ ...acknowledged, leads }, new Map([[1000, call]]), new Set([1, 2]), nothing, effort),
  ).toEqual(['The leads +14155553000 and +14155553002 are one.']);
});

test('files and lines that stay open are found', () => {
  expect(judged({}, { files: [{ process: 'voice', before: 60, after: 160 }] })).toHaveLength(1);
  expect(judged({}, { lines: 3 })).toEqual(['3 lines are open when all is quiet.']);
});

test.each<[string, Partial<Effort>]>([
  ['2 leads were refused.', { refused: 2 }],
  ['1 leads got no answer.', { unanswered: 1 }],
  ['2 agents never came online: 3, 4.', { absent: ['3', '4'] }],
  ['Nobody talked to anybody.', { conversations: 0 }],
])('a soak that asked too little of the product says so: %s', (finding, changes) => {
  expect(
    judge(acknowledged, new Map([[1000, call]]), new Set([1, 2]), nothing, { ...effort, ...changes }),
  ).toEqual([finding]);
});

test.each([
  ['twice is a finding', false, 1],
  ['again, because no agent took the first call, is none', true, 0],
])('a lead that is called %s', (_what, isRetry, found) => {
  const both = new Map([
    [1000, call],
    [1002, { ...call, id: 1002, isRetry }],
  ]);
  const findings = judge(acknowledged, both, new Set([1, 2]), nothing, effort);
  expect(findings.filter((finding) => finding.includes('called twice'))).toHaveLength(found);
});
