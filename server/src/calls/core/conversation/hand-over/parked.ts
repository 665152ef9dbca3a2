/** Whose phones ring for a parked call. `none`: the lead waits for an agent who picks up. */
export type ParkStage = 'none' | 'parker' | 'team';

export interface Parked {
  /** The call user who parked it. */
  readonly by: number;
  readonly userId: number;
  /** Its agents may pick up; null: only the agent who parked it. */
  readonly teamId: number | null;
  /** In ms since 1970. */
  readonly since: number;
  readonly stage: ParkStage;
}
