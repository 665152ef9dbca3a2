/** What a network does to packets: loses this part of them (0 to 1), delays all, and some more; and is cut for a while. */
export interface Weather {
  readonly loss: number;
  readonly delayMs: number;
  /** Up to so much more, another time for each packet: they overtake each other. */
  readonly jitterMs: number;
  /** From its beginning nothing passes for so long. */
  readonly cutMs: number;
}

/** Weather that has begun; times are those of one steady clock. */
export interface FallingWeather extends Weather {
  readonly cutUntil: number;
}

export function fallingWeather(weather: Weather, now: number): FallingWeather {
  return { ...weather, cutUntil: now + weather.cutMs };
}

/**
 * How long a packet waits, or null when it is lost.
 * @param fate @param lateness two random numbers from 0 to 1
 */
export function passage(weather: FallingWeather, now: number, fate: number, lateness: number): number | null {
  if (now < weather.cutUntil || fate < weather.loss) return null;
  return weather.delayMs + lateness * weather.jitterMs;
}
