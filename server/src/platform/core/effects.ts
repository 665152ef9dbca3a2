/** Effects are written in the same transaction as the state change that requires them. */
import * as z from 'zod/mini';

const id = z.int().check(z.positive());

const ofLeg = { legId: id };

const ofCallUser = { callUserId: id };

export const Effect = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ring'),
    ...ofLeg,
    ...ofCallUser,
    userId: id,
    from: z.string(),
    ownNumber: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal('dial'),
    ...ofLeg,
    from: z.string(),
    to: z.string(),
    extension: z.optional(z.string()),
    /** Set by Add Lead: restored if the new number can't be reached. */
    added: z.optional(
      z.object({
        leadId: id,
        replacedLeadId: z.nullable(id),
        replacedNumber: z.nullable(z.string()),
        replacedExtension: z.optional(z.nullable(z.string())),
      }),
    ),
  }),
  /** Notifies the phone first. `by` is the user who accepted the call. */
  z.object({
    kind: z.literal('withdraw'),
    ...ofCallUser,
    userId: id,
    legId: z.nullable(id),
    by: z.nullable(id),
  }),
  /** The agent chose another status than available; the next agent is rung. */
  z.object({ kind: z.literal('withdrawRing'), ...ofCallUser }),
  z.object({ kind: z.literal('announce'), ...ofLeg }),
  z.object({ kind: z.literal('endLeg'), ...ofLeg }),
  z.object({ kind: z.literal('endSid'), sid: z.string() }),
  /** Plays a tone for 1 s, then ends the leg. */
  z.object({ kind: z.literal('toneAndEnd'), ...ofLeg }),
  /** Plays a message that no agent is available, then ends the leg. */
  z.object({ kind: z.literal('apologise'), ...ofLeg }),
  z.object({ kind: z.literal('takeMessage'), ...ofLeg }),
  /** Holds or resumes the leg, as its row says when the effect is performed. */
  z.object({ kind: z.literal('hold'), ...ofLeg }),
  /** Whispers to the leg named in its row; null mutes it. */
  z.object({ kind: z.literal('coach'), ...ofLeg }),
  /** Releases the transferring agent in case the target's join is never reported. */
  z.object({ kind: z.literal('handOver'), ...ofCallUser }),
  /** Asks whether the phone that picked up a parked call has joined, in case that was never reported. */
  z.object({ kind: z.literal('joinLimit'), ...ofLeg }),
  z.object({ kind: z.literal('ringTimeout'), ...ofCallUser }),
  z.object({ kind: z.literal('acknowledgeTimeout'), ...ofCallUser, ...ofLeg }),
  z.object({ kind: z.literal('wordCheck'), ...ofCallUser }),
  z.object({ kind: z.literal('resumeTimeout'), ...ofCallUser, vanishedAt: z.number() }),
  /** The leg's first report may have arrived before the leg was stored, so it's looked up once. */
  z.object({ kind: z.literal('verifyLeg'), ...ofLeg }),
  /** Pauses or resumes the recording, as the call's row says when the effect is performed. */
  z.object({ kind: z.literal('updateRecording') }),
  z.object({ kind: z.literal('pauseUnconfirmed'), since: z.number() }),
  z.object({ kind: z.literal('pauseLimit'), since: z.number() }),
  z.object({ kind: z.literal('parkTimeout'), since: z.number() }),
  z.object({ kind: z.literal('settleResult'), ...ofCallUser }),
  z.object({ kind: z.literal('sendText'), messageId: id }),
  z.object({ kind: z.literal('offerToAsker') }),
  z.object({ kind: z.literal('forgetRecording'), sid: z.string() }),
  z.object({ kind: z.literal('forgetText'), sid: z.string() }),
  z.object({ kind: z.literal('fetchRecording'), recordingId: id, sid: z.string() }),
  z.object({ kind: z.literal('removeFile'), storage: z.enum(['folder', 's3']), path: z.string() }),
  z.object({ kind: z.literal('moveRecordings') }),
  z.object({ kind: z.literal('analyzeRecording'), recordingId: id }),
  /** The hours of the team or the account's calling rules changed; `after`: the last call of the batch before. */
  z.object({
    kind: z.literal('rescheduleCalls'),
    accountId: id,
    teamId: id,
    after: z.nullable(z.object({ dueAt: z.number(), id })),
  }),
  z.object({ kind: z.literal('closePhone'), userId: id, phoneId: z.string() }),
  z.object({ kind: z.literal('closeConnections'), realtimeId: z.string() }),
  z.object({ kind: z.literal('sendInvitation'), invitationId: id }),
  /** The worker looks up the user, so that a request takes the same time for an unknown email. */
  z.object({ kind: z.literal('sendPasswordReset'), email: z.string() }),
  /** The report is read when the mail is sent, as the recipient may see it. */
  z.object({
    kind: z.literal('sendReportMail'),
    reportMailId: id,
    userId: id,
    /** The period is the one before this time. */
    dueAt: z.number(),
    /** A person asked for it, so it's also sent while paused. */
    isAsked: z.boolean(),
  }),
]);

export type Effect = z.infer<typeof Effect>;

export const EFFECT_KINDS = Effect.def.options.flatMap(({ shape }) => shape.kind.def.values);
