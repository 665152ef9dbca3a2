/** What stored evidence says: whether a person agreed to texts, and whether they took it back. */
import type { ConsentChannel } from '@offhook/contract/entities';

/** A consent to calls alone is none to texts. */
export function coversTexts(channel: ConsentChannel): boolean {
  return channel !== 'call';
}

export interface Withdrawal {
  /** `text`: the lead's own STOP. `removed`: an agent's result. `do_not_call`: an entry of the list. */
  readonly how: 'text' | 'removed' | 'do_not_call';
  /** ms since 1970; null: not known. */
  readonly at: number | null;
}

export interface WithdrawalFacts {
  readonly doNotCall: boolean;
  readonly stoppedAt: number | null;
  readonly removedAt: number | null;
  /** When an administrator last changed the entry; null: not known. */
  readonly listedAt: number | null;
}

/** Nothing is stored for it: what bars the lead now is the withdrawal. */
export function withdrawals({
  doNotCall,
  stoppedAt,
  removedAt,
  listedAt,
}: WithdrawalFacts): readonly Withdrawal[] {
  const listed: readonly Withdrawal[] = doNotCall
    ? [stoppedAt === null ? { how: 'do_not_call', at: listedAt } : { how: 'text', at: stoppedAt }]
    : [];
  return removedAt === null ? listed : [...listed, { how: 'removed', at: removedAt }];
}
