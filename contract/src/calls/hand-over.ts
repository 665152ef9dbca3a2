/** Agents who hand over a call or share it. */
import * as z from 'zod/mini';
import { nullableText } from '../nullable-text.ts';

/** `missed`: no one accepted. */
export const INVITATION_STATES = ['ringing', 'missed'] as const;

/** A colleague, or a team, that an agent rings to hand over or share the running call. */
export const Invitation = z.object({
  type: z.enum(['transfer', 'conference']),
  /** Null for a team. */
  user_id: z.nullable(z.int()),
  team_id: z.nullable(z.int()),
  /** Of the colleague or team. */
  name: z.string(),
  /** The colleague's team. */
  team_name: nullableText,
  /** The colleague's, as a path on this server. */
  profile_picture: nullableText,
  /** What the colleague reads while the phone rings. */
  reason: nullableText,
  /** The agents talk first, while the lead is on hold. */
  consult: z.optional(z.boolean()),
  state: z.enum(INVITATION_STATES),
  /** Since the ring began or, if missed, ended. */
  seconds: z.number(),
});
export type Invitation = z.infer<typeof Invitation>;

/** An agent talks to a colleague before the hand-over; the lead hears music. */
export const Consultation = z.object({
  /** `agent`: started it and decides how it ends. */
  role: z.enum(['agent', 'colleague']),
  /** Of the other one. */
  name: z.string(),
  profile_picture: nullableText,
  /** Since the colleague accepted. */
  seconds: z.number(),
  /** False while the other one's connection is interrupted. */
  is_connected: z.boolean(),
  lead_left: z.boolean(),
});
export type Consultation = z.infer<typeof Consultation>;

export const CONSULT_ENDS = ['complete', 'conference', 'back'] as const;
export type ConsultEnd = (typeof CONSULT_ENDS)[number];

/** Who transfers a call, or invites to it, and why. */
export const Inviter = z.object({
  name: z.string(),
  reason: nullableText,
  /** Of this call so far, else the lead's newest. */
  note: nullableText,
  consult: z.optional(z.boolean()),
  /** The call is parked, and waited too long. */
  parked: z.optional(z.boolean()),
  /** This agent parked it. */
  is_own: z.optional(z.boolean()),
});
export type Inviter = z.infer<typeof Inviter>;
