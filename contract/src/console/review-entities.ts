import * as z from 'zod/mini';
import { id } from '../requests/request-rows.ts';
import { text } from '../text.ts';
import {
  nonEmptyText,
  nullableInt,
  nullableText,
  Person,
  timestamp,
  version,
  versionField,
} from './fields.ts';

/** Longer than any recording. */
const MAX_AT_MS = 24 * 3_600_000;
export const MAX_COMMENT_LENGTH = 1_000;
/** Of one recording. */
export const MAX_COMMENTS = 200;
/** Without retired ones. */
export const MAX_QUESTIONS = 30;
export const MAX_WEIGHT = 100;
export const RATINGS = [1, 2, 3, 4, 5] as const;

const share = z.object({ talk_ms: z.int(), longest_ms: z.int(), interruptions: z.int() });
export type SideAnalysis = z.infer<typeof share>;

/** What both channels of a recording say, computed once. Times in ms from its start. */
export const RecordingAnalysis = z.object({
  duration_ms: z.int(),
  /** null: a voicemail has one channel and no conversation. */
  talk: z.nullable(
    z.object({
      agent: share,
      lead: share,
      /** Neither speaks; without parts that an agent paused. */
      silence_ms: z.int(),
      turns: z.int(),
    }),
  ),
  /** Start and end of each pause of more than a second in which neither speaks, in order. */
  silences: z.array(z.int()),
  /** The loudest sample of equal parts of the recording: a byte each (255 is full scale), in base64. */
  agent_levels: z.string(),
  lead_levels: z.string(),
});
export type RecordingAnalysis = z.infer<typeof RecordingAnalysis>;

export const RecordingComment = z.object({
  id: z.int(),
  recording_id: z.int(),
  at_ms: z.int(),
  text: z.string(),
  user: Person,
  created_at: timestamp,
  /** null: never edited. */
  edited_at: z.nullable(timestamp),
});
export type RecordingComment = z.infer<typeof RecordingComment>;

export const NewComment = z.object({
  at_ms: z.int().check(z.minimum(0), z.maximum(MAX_AT_MS)),
  text: nonEmptyText(MAX_COMMENT_LENGTH),
});
export const CommentChange = z.object({ text: nonEmptyText(MAX_COMMENT_LENGTH) });

export const QUESTION_KINDS = ['yes_no', 'rating', 'text'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const ScorecardQuestion = z.object({
  id: z.int(),
  text: z.string(),
  kind: z.enum(QUESTION_KINDS),
  /** Share of the score in relation to the other questions; 0 for texts. */
  weight: z.int(),
  /** Not asked anymore; shown with the scorecards that answered it. */
  retired: z.boolean(),
});
export type ScorecardQuestion = z.infer<typeof ScorecardQuestion>;

/** In the order of the scorecard, retired ones last. */
export const ScorecardQuestions = z.object({ version, list: z.array(ScorecardQuestion) });

/** The complete list, in order. Questions that aren't listed are retired; without an id: a new one. */
export const QuestionsChange = z.object({
  list: z
    .array(
      z.object({
        id: z.optional(id),
        text: nonEmptyText(200),
        kind: z.enum(QUESTION_KINDS),
        weight: z.int().check(z.minimum(0), z.maximum(MAX_WEIGHT)),
      }),
    )
    .check(z.maxLength(MAX_QUESTIONS)),
  ...versionField,
});
export type QuestionsChange = z.input<typeof QuestionsChange>;

export const ScorecardAnswer = z.object({
  question_id: z.int(),
  /** Yes is 1, no is 0; a rating is 1 to 5; null for texts. */
  value: nullableInt,
  text: nullableText,
});
export type ScorecardAnswer = z.infer<typeof ScorecardAnswer>;

export const Scorecard = z.object({
  user: Person,
  /** Percent; null: no answer counts. */
  score: nullableInt,
  updated_at: timestamp,
  answers: z.array(ScorecardAnswer),
});
export type Scorecard = z.infer<typeof Scorecard>;

/** The reviewer's own scorecard of a call. Without answers it is removed. */
export const ScorecardChange = z.object({
  answers: z
    .array(
      z.object({
        question_id: id,
        value: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(5)))),
        text: z.optional(z.nullable(text(2_000))),
      }),
    )
    // Those of retired questions stay.
    .check(z.maxLength(MAX_QUESTIONS * 2)),
});

/** Of an agent's calls. */
export const AgentScores = z.object({
  /** Scorecards with a score. */
  count: z.int(),
  /** Percent; null without a scorecard. */
  average: nullableInt,
});
export type AgentScores = z.infer<typeof AgentScores>;

/** Days after which an external link expires, as its creator chooses. */
export const LINK_DAYS = [1, 7, 30] as const;
/** Active ones of one recording. */
export const MAX_EXTERNAL_LINKS = 20;

/** Opens one recording without a login. Only its creator sees the address, once. */
export const ExternalLink = z.object({
  id: z.int(),
  recording_id: z.int(),
  /** Who created it. */
  user: Person,
  created_at: timestamp,
  expires_at: timestamp,
  plays: z.int(),
  last_played_at: z.nullable(timestamp),
});
export type ExternalLink = z.infer<typeof ExternalLink>;

export const NewExternalLink = z.object({ days: z.literal(LINK_DAYS) });

export const CallReview = z.object({
  recordings: z.array(
    z.object({
      id: z.int(),
      /** `pending`: is being computed. `none`: there is no audio, or it can't be read. */
      state: z.enum(['ready', 'pending', 'none']),
      analysis: z.nullable(RecordingAnalysis),
    }),
  ),
  /** By recording and time. */
  comments: z.array(RecordingComment),
  /** Oldest first; one per reviewer. */
  scorecards: z.array(Scorecard),
  /** What the account asks, and retired questions that a scorecard answers. */
  questions: z.array(ScorecardQuestion),
  /** Active ones, newest first; null if the account allows none. Older servers don't send them. */
  external_links: z._default(z.nullable(z.array(ExternalLink)), null),
});
export type CallReview = z.infer<typeof CallReview>;
