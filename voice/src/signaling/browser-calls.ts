import type { BrowserCall } from './browser-call.ts';
import type { Session } from './session.ts';

export class BrowserCalls {
  readonly #calls = new Map<string, Set<BrowserCall>>();

  add(call: BrowserCall): void {
    for (const name of names(call)) {
      const known = this.#calls.get(name);
      if (known) known.add(call);
      else this.#calls.set(name, new Set([call]));
    }
  }

  remove(call: BrowserCall): void {
    call.close();
    for (const name of names(call)) {
      const known = this.#calls.get(name);
      known?.delete(call);
      if (known?.size === 0) this.#calls.delete(name);
    }
  }

  /** Finds a call of this session, or one of its identity without a socket. */
  find(session: Session, name: string): BrowserCall | null {
    const known = [...(this.#calls.get(name) ?? [])];
    const own = known.find((call) => call.session === session);
    if (own || session.identity === null) return own ?? null;
    return known.find((call) => call.session === null && call.identity === session.identity) ?? null;
  }

  findByToken(callSid: string, token: string): BrowserCall | null {
    return [...(this.#calls.get(callSid) ?? [])].find((call) => call.acceptsToken(token)) ?? null;
  }

  findByLeg(leg: string): BrowserCall | null {
    for (const known of this.#calls.values()) for (const call of known) if (call.leg === leg) return call;
    return null;
  }

  ofSession(session: Session): readonly BrowserCall[] {
    const found = new Set<BrowserCall>();
    for (const known of this.#calls.values())
      for (const call of known) if (call.session === session) found.add(call);
    return [...found];
  }
}

function names(call: BrowserCall): readonly string[] {
  return call.temporarySid === null ? [call.callSid] : [call.callSid, call.temporarySid];
}
