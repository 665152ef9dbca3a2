import type { BrowserCall } from './browser-call.ts';
import type { Session } from './session.ts';

export class BrowserCalls {
  readonly #calls = new Map<string, Set<BrowserCall>>();

  add(call: BrowserCall): void {
    for (const id of idsOf(call)) {
      const matches = this.#calls.get(id);
      if (matches) matches.add(call);
      else this.#calls.set(id, new Set([call]));
    }
  }

  remove(call: BrowserCall): void {
    call.close();
    for (const id of idsOf(call)) {
      const matches = this.#calls.get(id);
      matches?.delete(call);
      if (matches?.size === 0) this.#calls.delete(id);
    }
  }

  /** Finds a call of this session, or one of its identity without a socket. */
  find(session: Session, id: string): BrowserCall | null {
    const matches = [...(this.#calls.get(id) ?? [])];
    const own = matches.find((call) => call.session === session);
    if (own || session.identity === null) return own ?? null;
    return matches.find((call) => call.session === null && call.identity === session.identity) ?? null;
  }

  findByToken(callSid: string, token: string): BrowserCall | null {
    return [...(this.#calls.get(callSid) ?? [])].find((call) => call.acceptsToken(token)) ?? null;
  }

  findByLeg(leg: string): BrowserCall | null {
    for (const matches of this.#calls.values()) for (const call of matches) if (call.leg === leg) return call;
    return null;
  }

  ofSession(session: Session): readonly BrowserCall[] {
    const found = new Set<BrowserCall>();
    for (const matches of this.#calls.values())
      for (const call of matches) if (call.session === session) found.add(call);
    return [...found];
  }
}

function idsOf(call: BrowserCall): readonly string[] {
  return call.temporarySid === null ? [call.callSid] : [call.callSid, call.temporarySid];
}
