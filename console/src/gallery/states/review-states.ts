import type { ConsoleCallDetail } from '@offhook/contract/console/call-entities';
import type { CallReview, ScorecardQuestion } from '@offhook/contract/console/review-entities';
import { detail } from './call-states.ts';
import type { GalleryState } from './gallery-state.ts';
import { administrator, ago, supervisor } from './users.ts';

const questions: readonly ScorecardQuestion[] = [
  { id: 1, text: 'Did the agent introduce themselves?', kind: 'yes_no', weight: 1, retired: false },
  { id: 2, text: 'How well did the agent listen?', kind: 'rating', weight: 2, retired: false },
  { id: 3, text: 'What should the agent try next time?', kind: 'text', weight: 0, retired: false },
  { id: 4, text: 'Was the price named?', kind: 'yes_no', weight: 1, retired: true },
];

/** Speech with pauses, without a file. */
function levels(seed: number, isSpeaking: (at: number) => boolean): string {
  let state = seed;
  const bytes = Array.from({ length: 600 }, (_, at) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return isSpeaking(at) ? 30 + (state % 130) : state % 3;
  });
  return btoa(String.fromCharCode(...bytes));
}

const isPaused = (at: number) => at >= 156 && at < 219;
const isAgents = (at: number) => (at % 97 < 52 || (at > 330 && at < 460)) && !isPaused(at);
const isLeads = (at: number) => at % 97 >= 58 && at % 97 < 90 && !(at > 330 && at < 460) && !isPaused(at);

const analysis: NonNullable<CallReview['recordings'][number]['analysis']> = {
  duration_ms: 277_000,
  talk: {
    agent: { talk_ms: 148_000, longest_ms: 61_400, interruptions: 3 },
    lead: { talk_ms: 66_000, longest_ms: 14_800, interruptions: 1 },
    silence_ms: 34_000,
    turns: 11,
  },
  silences: [24_000, 26_800, 41_600, 44_800, 72_000, 101_000, 213_000, 218_000],
  agent_levels: levels(1, isAgents),
  lead_levels: levels(2, isLeads),
};

const tobias = { id: 2, full_name: 'Tobias Featherstonehaugh-Cholmondeley' };
const viewer = { id: supervisor.id, full_name: supervisor.full_name };

const review: CallReview = {
  recordings: [
    { id: 1, state: 'ready', analysis },
    { id: 2, state: 'none', analysis: null },
  ],
  comments: [
    {
      id: 1,
      recording_id: 1,
      at_ms: 38_000,
      text: 'Good answer to the price question. The second property could have come up here already.',
      user: viewer,
      created_at: ago(1_800),
      edited_at: ago(1_700),
    },
    {
      id: 2,
      recording_id: 1,
      at_ms: 183_000,
      text: 'A minute without a question.',
      user: tobias,
      created_at: ago(900),
      edited_at: null,
    },
  ],
  scorecards: [
    {
      user: tobias,
      score: 81,
      updated_at: ago(880),
      answers: [
        { question_id: 1, value: 1, text: null },
        { question_id: 2, value: 4, text: null },
        { question_id: 3, value: null, text: 'Ask for the next step before the call ends.' },
        { question_id: 4, value: 1, text: null },
      ],
    },
  ],
  questions: [...questions],
  external_links: null,
};

const links: NonNullable<CallReview['external_links']> = [
  {
    id: 2,
    recording_id: 1,
    user: tobias,
    created_at: ago(600),
    expires_at: ago(-86_400),
    plays: 0,
    last_played_at: null,
  },
  {
    id: 1,
    recording_id: 1,
    user: viewer,
    created_at: ago(86_400),
    expires_at: ago(-6 * 86_400),
    plays: 3,
    last_played_at: ago(3_600),
  },
];

const done = { success: true } as const;
const linksAnswer = { ...done, review: { ...review, external_links: links } };
const reviewAnswer = { ...done, review };

const recording = detail.recordings[0] as ConsoleCallDetail['recordings'][number];
const withRecordings = (recordings: ConsoleCallDetail['recordings']) => ({
  ...done,
  call: { ...detail, reasons: [], decisions: [], texts: [], recordings },
});

const nothing: CallReview = {
  recordings: [],
  comments: [],
  scorecards: [],
  questions: [],
  external_links: null,
};

export const reviewStates: Readonly<Record<string, GalleryState>> = {
  'call-review': {
    path: '/calls/77?recording=1&at=75',
    answers: {
      readCall: withRecordings([recording]),
      readCallReview: reviewAnswer,
      addRecordingComment: reviewAnswer,
      changeRecordingComment: reviewAnswer,
      removeRecordingComment: reviewAnswer,
      saveScorecard: reviewAnswer,
    },
  },
  'call-review-rejected': {
    path: '/calls/77',
    answers: {
      readCall: withRecordings([recording]),
      readCallReview: reviewAnswer,
      addRecordingComment: { refused: 'A recording can have at most 200 comments.' },
      saveScorecard: { refused: 'Answer questions of the scorecard, for a call with a recording.' },
    },
  },
  'call-external-links': {
    path: '/calls/77',
    answers: {
      readCall: withRecordings([recording]),
      readCallReview: linksAnswer,
      createExternalLink: {
        ...linksAnswer,
        link: 'https://phone.example.com/apps/webrtc/recording#8fQ2mL0cTz5vYb1kRx7nWd3hGs9pJa4uEi6oKq0tVyM',
      },
      revokeExternalLink: { ...done, review: { ...review, external_links: links.slice(1) } },
    },
  },
  'call-external-links-rejected': {
    path: '/calls/77',
    answers: {
      readCall: withRecordings([recording]),
      readCallReview: { ...done, review: { ...review, external_links: [...links] } },
      createExternalLink: { refused: 'A recording can have at most 20 external links. Revoke one first.' },
    },
  },
  'call-review-empty': {
    path: '/calls/77',
    answers: {
      readCall: withRecordings([recording]),
      readCallReview: {
        ...done,
        review: {
          ...nothing,
          recordings: [{ id: 1, state: 'ready', analysis }],
          questions: [...questions.slice(0, 3)],
        },
      },
    },
  },
  'call-review-pending': {
    path: '/calls/77',
    answers: {
      readCall: withRecordings([recording]),
      readCallReview: {
        ...done,
        review: { ...nothing, recordings: [{ id: 1, state: 'pending', analysis: null }] },
      },
    },
    user: administrator,
  },
  'call-review-loading': {
    path: '/calls/77',
    answers: { readCall: withRecordings([recording]), readCallReview: 'loading' },
  },
  'call-review-failed': {
    path: '/calls/77',
    answers: { readCall: withRecordings([recording]), readCallReview: 'failed' },
  },
  'call-voicemail': {
    path: '/calls/77',
    answers: {
      readCall: withRecordings([{ ...recording, agent_channel: null, duration_seconds: 19, pauses: [] }]),
      readCallReview: {
        ...done,
        review: {
          ...nothing,
          recordings: [
            {
              id: 1,
              state: 'ready',
              analysis: {
                ...analysis,
                duration_ms: 19_000,
                talk: null,
                silences: [],
                agent_levels: '',
                lead_levels: levels(3, (at) => at % 150 < 120),
              },
            },
          ],
          questions: [...questions.slice(0, 3)],
        },
      },
    },
  },
  'call-recording-deleted': {
    path: '/calls/77',
    answers: {
      readCall: withRecordings([{ ...recording, url: null, status: 'deleted' }]),
      readCallReview: {
        ...done,
        review: { ...nothing, recordings: [{ id: 1, state: 'none', analysis: null }] },
      },
    },
  },
  scorecard: {
    path: '/scorecard',
    user: administrator,
    answers: {
      readScorecardQuestions: { ...done, questions: { version: 1, list: [...questions.slice(0, 3)] } },
      changeScorecardQuestions: ({ body }) => ({
        ...done,
        questions: {
          version: 2,
          list: ((body?.['list'] ?? []) as ScorecardQuestion[]).map((one, at) => ({
            ...one,
            id: at + 10,
            retired: false,
          })),
        },
      }),
    },
  },
  'scorecard-none': {
    path: '/scorecard',
    user: administrator,
    answers: { readScorecardQuestions: { ...done, questions: { version: 1, list: [] } } },
  },
};
