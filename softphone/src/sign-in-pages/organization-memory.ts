/** The domain of the last login with an organization in this browser, so that its button is shown at once. */
const KEY = 'offhook.organization';

export function keptDomain(): string {
  return attempt(() => localStorage.getItem(KEY)) ?? '';
}

export function keepDomain(domain: string): void {
  attempt(() => localStorage.setItem(KEY, domain));
}

export function forgetDomain(): void {
  attempt(() => localStorage.removeItem(KEY));
}

/** Storage may be blocked or full; the page works without it. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
