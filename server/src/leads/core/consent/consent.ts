import type { ConsentChannel } from '@offhook/contract/leads/consent';

export function coversTexts(channel: ConsentChannel): boolean {
  return channel !== 'call';
}

export interface Withdrawal {
  /**
   * `text`: the lead texted STOP. `removed`: an agent's result. `do_not_call`: the lead's own mark. `listed`: the
   * number is on the do-not-call list.
   */
  readonly how: 'text' | 'removed' | 'do_not_call' | 'listed';
  readonly at: number | null;
}

export interface WithdrawalFacts {
  readonly doNotCall: boolean;
  readonly stoppedAt: number | null;
  readonly removedAt: number | null;
  readonly markedAt: number | null;
  readonly listedAt: number | null;
}

/** Withdrawals aren't stored: they are derived from what blocks the lead now. */
export function findWithdrawals({
  doNotCall,
  stoppedAt,
  removedAt,
  markedAt,
  listedAt,
}: WithdrawalFacts): readonly Withdrawal[] {
  const found: Withdrawal[] = [];
  if (doNotCall)
    found.push(stoppedAt === null ? { how: 'do_not_call', at: markedAt } : { how: 'text', at: stoppedAt });
  if (listedAt !== null) found.push({ how: 'listed', at: listedAt });
  if (removedAt !== null) found.push({ how: 'removed', at: removedAt });
  return found;
}
