/**
 * What a transition orders: data, committed with the state that ordered it and performed afterwards by a worker.
 * `dueAt` (ms since 1970) makes an order a wait; all others are due at once.
 */
export type Effect =
  /** Create a call to the agent's client; its Url is the claim. */
  | {
      readonly kind: 'ring';
      readonly legId: number;
      readonly callUserId: number;
      readonly userId: number;
    }
  /** Tell the phone that its ring is over, and only then end the leg. `by` is the user who took the call. */
  | {
      readonly kind: 'withdraw';
      readonly callUserId: number;
      readonly userId: number;
      readonly legId: number | null;
      readonly by: number | null;
    }
  /** Make the lead's leg and dial it into the conference. */
  | { readonly kind: 'dialLead' }
  | { readonly kind: 'endLeg'; readonly legId: number }
  | { readonly kind: 'endSid'; readonly sid: string }
  /** The agent hears the tone of a failed call for 1 s, then the leg is ended. */
  | { readonly kind: 'toneAndEnd'; readonly legId: number }
  /** A caller whom nobody can take hears so, then the leg is ended. */
  | { readonly kind: 'apologise'; readonly legId: number }
  /** A caller whom nobody can take hears the team's greeting, and may speak after the tone. */
  | { readonly kind: 'takeMessage'; readonly legId: number }
  /** The leg waits with music or does not any more, as its row says when this is performed. */
  | { readonly kind: 'hold'; readonly legId: number }
  /** The leg whispers to whom its row says; to nobody: it is muted. */
  | { readonly kind: 'coach'; readonly legId: number }
  /** Who was dialled hears that the conversation is recorded, where the team says so. */
  | { readonly kind: 'announce'; readonly legId: number }
  /** A transferring agent is let go, should nobody have told that the target is in. */
  | { readonly kind: 'handOver'; readonly callUserId: number; readonly dueAt: number }
  | { readonly kind: 'ringTimeout'; readonly callUserId: number; readonly dueAt: number }
  | {
      readonly kind: 'acknowledgeTimeout';
      readonly callUserId: number;
      readonly legId: number;
      readonly dueAt: number;
    }
  | { readonly kind: 'wordCheck'; readonly callUserId: number; readonly dueAt: number }
  | {
      readonly kind: 'resumeTimeout';
      readonly callUserId: number;
      readonly vanishedAt: number;
      readonly dueAt: number;
    }
  /** A leg whose first report may have overtaken its making: ask the provider once. */
  | { readonly kind: 'verifyLeg'; readonly legId: number; readonly dueAt: number }
  | {
      readonly kind: 'fetchRecording';
      readonly recordingId: number;
      readonly sid: string;
    };

/** What must stand in the same transaction, or is only a hint to open lists after it. */
export type Order =
  | Effect
  /** Nobody rings any more: look whom to ring next. */
  | { readonly kind: 'offerNext' }
  | {
      readonly kind: 'markUnreachable';
      readonly userId: number;
      readonly reason: string;
      readonly at: number;
    }
  | { readonly kind: 'agentChanged'; readonly userId: number }
  | { readonly kind: 'callChanged' }
  /** Tell an agent in the conversation what came of what they asked for. */
  | { readonly kind: 'notify'; readonly userId: number; readonly notice: Notice };

/**
 * Nobody took the transfer; the agent does not join; the added lead cannot be reached; the phone of who asked to be
 * put through did not ring; the call they wanted to join ended before.
 */
export type Notice =
  | 'transferMissed'
  | 'conferenceMissed'
  | 'leadMissed'
  | 'ownRingMissed'
  | 'endedBeforeJoining';
