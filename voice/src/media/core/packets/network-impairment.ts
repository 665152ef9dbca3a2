export interface NetworkImpairment {
  /** Fraction of packets lost, 0 to 1. */
  readonly loss: number;
  readonly delayMs: number;
  /** Maximum extra delay, random for each packet; packets may be reordered. */
  readonly jitterMs: number;
  readonly cutMs: number;
}

export interface ActiveImpairment extends NetworkImpairment {
  readonly cutUntil: number;
}

export function activateImpairment(impairment: NetworkImpairment, now: number): ActiveImpairment {
  return { ...impairment, cutUntil: now + impairment.cutMs };
}

/** @returns the delay of a packet in ms, or null if it's lost. The rolls are random numbers from 0 to 1. */
export function packetDelay(
  impairment: ActiveImpairment,
  now: number,
  lossRoll: number,
  jitterRoll: number,
): number | null {
  if (now < impairment.cutUntil || lossRoll < impairment.loss) return null;
  return impairment.delayMs + jitterRoll * impairment.jitterMs;
}
