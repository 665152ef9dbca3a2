/** Everything that a transaction may order to be done after it: written with the state that orders it. */
import * as z from 'zod/mini';

const id = z.int().check(z.positive());

const ofLeg = { legId: id };

const ofCallUser = { callUserId: id };

/** What a row's payload holds, by its kind. Everything else is looked up when it is performed. */
export const Effect = z.discriminatedUnion('kind', [
  /** Create a call to the agent's client; its Url is the claim. */
  z.object({
    kind: z.literal('ring'),
    ...ofLeg,
    ...ofCallUser,
    userId: id,
    from: z.string(),
    /** The agent's own; without one their app is rung. */
    ownNumber: z.optional(z.string()),
  }),
  z.object({
    kind: z.literal('dial'),
    ...ofLeg,
    from: z.string(),
    to: z.string(),
    /** Digits that are dialled after the answer. */
    extension: z.optional(z.string()),
    /** By 'Add Lead': what the call had before, for the case that the number is not reached. */
    added: z.optional(
      z.object({
        leadId: id,
        replacedLeadId: z.nullable(id),
        replacedNumber: z.nullable(z.string()),
        replacedExtension: z.optional(z.nullable(z.string())),
      }),
    ),
  }),
  /** Tell the phone that its ring is over, and only then end the leg. `by` is the user who took the call. */
  z.object({
    kind: z.literal('withdraw'),
    ...ofCallUser,
    userId: id,
    legId: z.nullable(id),
    by: z.nullable(id),
  }),
  /** Who was dialled hears that the conversation is recorded. */
  z.object({ kind: z.literal('announce'), ...ofLeg }),
  z.object({ kind: z.literal('endLeg'), ...ofLeg }),
  z.object({ kind: z.literal('endSid'), sid: z.string() }),
  /** The agent hears the tone of a failed call for 1 s, then the leg is ended. */
  z.object({ kind: z.literal('toneAndEnd'), ...ofLeg }),
  /** A caller whom nobody can take hears so, then the leg is ended. */
  z.object({ kind: z.literal('apologise'), ...ofLeg }),
  /** A caller whom nobody can take hears the team's greeting, and may speak after the tone. */
  z.object({ kind: z.literal('takeMessage'), ...ofLeg }),
  /** The leg waits with music or does not any more, as its row says when this is performed. */
  z.object({ kind: z.literal('hold'), ...ofLeg }),
  /** The leg whispers to whom its row says; to nobody: it is muted. */
  z.object({ kind: z.literal('coach'), ...ofLeg }),
  /** A transferring agent is let go, should nobody have told that the target is in. */
  z.object({ kind: z.literal('handOver'), ...ofCallUser }),
  z.object({ kind: z.literal('ringTimeout'), ...ofCallUser }),
  z.object({ kind: z.literal('acknowledgeTimeout'), ...ofCallUser, ...ofLeg }),
  z.object({ kind: z.literal('wordCheck'), ...ofCallUser }),
  z.object({ kind: z.literal('resumeTimeout'), ...ofCallUser, vanishedAt: z.number() }),
  /** A leg whose first report may have overtaken its making: ask the provider once. */
  z.object({ kind: z.literal('verifyLeg'), ...ofLeg }),
  z.object({ kind: z.literal('settleResult'), ...ofCallUser }),
  z.object({ kind: z.literal('sendText'), messageId: id }),
  z.object({ kind: z.literal('offerToAsker') }),
  z.object({ kind: z.literal('forgetRecording'), sid: z.string() }),
  z.object({ kind: z.literal('forgetText'), sid: z.string() }),
  z.object({ kind: z.literal('fetchRecording'), recordingId: id, sid: z.string() }),
  z.object({ kind: z.literal('removeFile'), storage: z.enum(['folder', 's3']), path: z.string() }),
  z.object({ kind: z.literal('moveRecordings') }),
  z.object({ kind: z.literal('closePhone'), userId: id, phoneId: z.string() }),
  z.object({ kind: z.literal('closeConnections'), realtimeId: z.string() }),
]);

export type Effect = z.infer<typeof Effect>;
