/**
 * How many calls may be created at the provider in a second: spent newest call first, because the newest lead is the
 * one who still sits at the form.
 */
export interface CreationBudget {
  /** Resolves when one may be created for this call; at once while the budget lasts. False: this process ends first. */
  take(callId: number): Promise<boolean>;
  /** Lets everybody who waits go, with nothing. */
  stop(): void;
}

/**
 * @param perSecond also how many may go at once after a second of rest
 * @param elapsed ms of a clock that is never set back: one that was would stop every call until it has caught up
 */
export function creationBudget(perSecond: number, elapsed: () => number): CreationBudget {
  let tokens = perSecond;
  let filledAt = elapsed();
  let timer: NodeJS.Timeout | null = null;
  const waiting: { readonly callId: number; readonly go: (may: boolean) => void }[] = [];

  function refill(): void {
    const at = elapsed();
    tokens = Math.min(Math.max(1, perSecond), tokens + ((at - filledAt) / 1000) * perSecond);
    filledAt = at;
  }

  function spend(): void {
    timer = null;
    refill();
    while (tokens >= 1 && waiting.length > 0) {
      let newest = 0;
      for (const [index, { callId }] of waiting.entries())
        if (callId > (waiting[newest]?.callId ?? 0)) newest = index;
      tokens -= 1;
      waiting.splice(newest, 1)[0]?.go(true);
    }
    if (waiting.length > 0) timer = setTimeout(spend, Math.ceil(((1 - tokens) / perSecond) * 1000));
  }

  let isStopped = false;
  return {
    take(callId) {
      if (isStopped) return Promise.resolve(false);
      refill();
      if (waiting.length === 0 && tokens >= 1) {
        tokens -= 1;
        return Promise.resolve(true);
      }
      return new Promise((go) => {
        waiting.push({ callId, go });
        timer ??= setTimeout(spend, Math.ceil(Math.max(0, (1 - tokens) / perSecond) * 1000));
      });
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      for (const { go } of waiting.splice(0)) go(false);
    },
  };
}
