/** What stored evidence says: whether a person agreed to texts, and whether they took it back. */
import type { ConsentChannel } from '@offhook/contract/entities';

/** A consent to calls alone is none to texts. */
export function coversTexts(channel: ConsentChannel): boolean {
  return channel !== 'call';
}

export interface Withdrawal {
  /**
   * `text`: the lead's own STOP. `removed`: an agent's result. `do_not_call`: the lead is marked so. `listed`: its
   * number is on the do-not-call list.
   */
  readonly how: 'text' | 'removed' | 'do_not_call' | 'listed';
  /** ms since 1970; null: not known. */
  readonly at: number | null;
}

export interface WithdrawalFacts {
  readonly doNotCall: boolean;
  readonly stoppedAt: number | null;
  readonly removedAt: number | null;
  /** When an administrator last changed the mark; null: not known. */
  readonly markedAt: number | null;
  /** When the number came on the list; null: it is not on it. */
  readonly listedAt: number | null;
}

/** Nothing is stored for it: what bars the lead now is the withdrawal. The mark and the list do not know of each other. */
export function withdrawals({
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
