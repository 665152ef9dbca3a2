import { expect, test } from 'vitest';
import { type Acknowledged, type FinalCall, findProblems, type Leftovers, type Load } from './findings.ts';

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
  acceptedBy: 1,
  notes: ['soak 1000'],
};
const noLeftovers: Leftovers = { files: [{ process: 'server', before: 60, after: 70 }], openLines: 0 };

const load: Load = { rejected: 0, unanswered: 0, conversations: 1, absent: [] };

const findProblemsAfter = (
  changes: Partial<FinalCall>,
  leftovers: Partial<Leftovers> = {},
  leadIds = [1, 2],
) =>
  findProblems(
    acknowledged,
    new Map([[1000, { ...call, ...changes }]]),
    new Set(leadIds),
    { ...noLeftovers, ...leftovers },
    load,
  );

test('a soak test without losses has no findings', () => {
  expect(findProblemsAfter({})).toEqual([]);
});

test.each<[string, string, Partial<FinalCall>]>([
  ['a call that has not ended', 'has not ended', { ended: false, status: 'in-progress' }],
  ['a call that two agents accepted', 'was accepted by 2 agents', { acceptedBy: 2 }],
  ['a lost result', 'the stored result is null', { result: null }],
  ['a lost note', 'stored 0 times', { notes: [] }],
  ['a duplicated note', 'stored 2 times', { notes: ['soak 1000', 'soak 1000'] }],
])('%s is reported', (_, text, changes) => {
  expect(findProblemsAfter(changes)).toEqual([expect.stringContaining(text)]);
});

test('an acknowledged lead or call that is missing is reported', () => {
  expect(findProblemsAfter({}, {}, [1])).toEqual([expect.stringContaining('Lead +14155553001')]);
  expect(findProblems(acknowledged, new Map(), new Set([1, 2]), noLeftovers, load)).toContainEqual(
    'Call 1000 of lead +14155553000 was acknowledged but is missing.',
  );
});

test('two leads that were merged are reported', () => {
  const leads = new Map([...acknowledged.leads, ['+14155553002', { leadId: 1, callId: null }] as const]);
  expect(
    findProblems({ ...acknowledged, leads }, new Map([[1000, call]]), new Set([1, 2]), noLeftovers, load),
  ).toEqual(['Leads +14155553000 and +14155553002 were merged.']);
});

test('leaked files and lines that are still open are reported', () => {
  expect(findProblemsAfter({}, { files: [{ process: 'voice', before: 60, after: 160 }] })).toHaveLength(1);
  expect(findProblemsAfter({}, { openLines: 3 })).toEqual(['3 lines are still open after all calls ended.']);
});

test.each<[string, Partial<Load>]>([
  ['Rejected leads: 2.', { rejected: 2 }],
  ['Leads without a response: 1.', { unanswered: 1 }],
  ['2 agents never came online: 3, 4.', { absent: ['3', '4'] }],
  ['No call was answered.', { conversations: 0 }],
])('a soak test without enough load is reported: %s', (finding, changes) => {
  expect(
    findProblems(acknowledged, new Map([[1000, call]]), new Set([1, 2]), noLeftovers, {
      ...load,
      ...changes,
    }),
  ).toEqual([finding]);
});

test.each([
  ['twice is reported', false, 1],
  ['again because no agent accepted the first call is not reported', true, 0],
])('a lead that is called %s', (_, isRetry, found) => {
  const both = new Map([
    [1000, call],
    [1002, { ...call, id: 1002, isRetry }],
  ]);
  const findings = findProblems(acknowledged, both, new Set([1, 2]), noLeftovers, load);
  expect(findings.filter((finding) => finding.includes('was called 2 times'))).toHaveLength(found);
});
