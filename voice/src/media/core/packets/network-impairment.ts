/** What a network does to packets: loses this part of them (0 to 1), delays all, and some more; and is cut for a while. */
export interface NetworkImpairment {
  readonly loss: number;
  readonly delayMs: number;
  /** Up to so much more, another time for each packet: they overtake each other. */
  readonly jitterMs: number;
  /** From its beginning nothing passes for so long. */
  readonly cutMs: number;
}

/** Weather that has begun; times are those of one steady clock. */
export interface ActiveImpairment extends NetworkImpairment {
  readonly cutUntil: number;
}

export function activateImpairment(impairment: NetworkImpairment, now: number): ActiveImpairment {
  return { ...impairment, cutUntil: now + impairment.cutMs };
}

/**
 * How long a packet waits, or null when it is lost.
 * @param lossRoll @param jitterRoll two random numbers from 0 to 1
 */
export function packetDelay(
  impairment: ActiveImpairment,
  now: number,
  lossRoll: number,
  jitterRoll: number,
): number | null {
  if (now < impairment.cutUntil || lossRoll < impairment.loss) return null;
  return impairment.delayMs + jitterRoll * impairment.jitterMs;
}
