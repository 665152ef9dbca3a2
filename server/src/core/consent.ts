/** What stored evidence says: whether a person agreed to texts, and whether they took it back. */
import type { ConsentChannel } from '@offhook/contract/entities';

/** A consent to calls alone is none to texts. */
export function coversTexts(channel: ConsentChannel): boolean {
  return channel !== 'call';
}

export interface Withdrawal {
  /** `text`: the lead's own STOP. `removed`: an agent's result. `do_not_call`: the list, or a mark on the lead. */
  readonly how: 'text' | 'removed' | 'do_not_call';
  /** ms since 1970; null: not known. */
  readonly at: number | null;
}

/** Moments in ms since 1970. */
export interface WithdrawalFacts {
  /** The lead is marked, by itself or by an administrator. */
  readonly doNotCall: boolean;
  readonly stoppedAt: number | null;
  readonly removedAt: number | null;
  /** When an administrator last changed the mark; null: not known. */
  readonly markedAt: number | null;
  /** When the number came on the do-not-call list; null: it is not on it. */
  readonly listedAt: number | null;
}

/** Nothing is stored for it: what bars the lead now is the withdrawal. */
export function withdrawals({
  doNotCall,
  stoppedAt,
  removedAt,
  markedAt,
  listedAt,
}: WithdrawalFacts): readonly Withdrawal[] {
  const isMarked = doNotCall && stoppedAt === null;
  const found: Withdrawal[] = [];
  if (doNotCall && stoppedAt !== null) found.push({ how: 'text', at: stoppedAt });
  if (listedAt !== null || isMarked) found.push({ how: 'do_not_call', at: listedAt ?? markedAt });
  if (removedAt !== null) found.push({ how: 'removed', at: removedAt });
  return found;
}
