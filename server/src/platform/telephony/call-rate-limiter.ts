/** Serves the newest call first, because the newest lead is the most likely to still be there. */
export interface CallRateLimiter {
  /** False when the process shuts down. */
  acquire(callId: number): Promise<boolean>;
  /** Announces a call, so that no other counts on its place before it is acquired. */
  expect(callId: number): ExpectedCall;
  /** A place that wasn't used after all. */
  giveBack(): void;
  /** Whether a call could be created without waiting. */
  hasRoom(): boolean;
  stop(): void;
}

export interface ExpectedCall {
  acquire(): Promise<boolean>;
  /** The place was taken by earlier calls at first. */
  hasWaited(): boolean;
  /** After `acquire`, or if the call won't be created. */
  end(): void;
}

/** @param perSecond also the burst size @param elapsed a monotonic clock in ms */
export function createCallRateLimiter(perSecond: number, elapsed: () => number): CallRateLimiter {
  let tokens = perSecond;
  let filledAt = elapsed();
  let timer: NodeJS.Timeout | null = null;
  let expected = 0;
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

  function isFree(): boolean {
    refill();
    return waiting.length === 0 && tokens >= 1;
  }

  let isStopped = false;
  function acquire(callId: number): Promise<boolean> {
    if (isStopped) return Promise.resolve(false);
    if (isFree()) {
      tokens -= 1;
      return Promise.resolve(true);
    }
    return new Promise((go) => {
      waiting.push({ callId, go });
      timer ??= setTimeout(spend, Math.ceil(Math.max(0, (1 - tokens) / perSecond) * 1000));
    });
  }

  return {
    acquire,
    expect(callId) {
      let isExpected = true;
      let hasWaited = false;
      expected += 1;
      const end = () => {
        if (isExpected) expected -= 1;
        isExpected = false;
      };
      return {
        acquire() {
          end();
          hasWaited = !isFree();
          return acquire(callId);
        },
        hasWaited: () => hasWaited,
        end,
      };
    },
    giveBack() {
      refill();
      tokens = Math.min(Math.max(1, perSecond), tokens + 1);
      if (timer === null || waiting.length === 0) return;
      clearTimeout(timer);
      spend();
    },
    hasRoom() {
      refill();
      return waiting.length === 0 && tokens - expected >= 1;
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      for (const { go } of waiting.splice(0)) go(false);
    },
  };
}
