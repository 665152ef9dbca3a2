import type { Line } from './line.ts';
import type { Session } from './session.ts';

/** All browsers' ends of calls, found by the names that their frames use. */
export class Lines {
  readonly #lines = new Map<string, Set<Line>>();

  add(line: Line): void {
    for (const name of names(line)) {
      const known = this.#lines.get(name);
      if (known) known.add(line);
      else this.#lines.set(name, new Set([line]));
    }
  }

  remove(line: Line): void {
    line.close();
    for (const name of names(line)) {
      const known = this.#lines.get(name);
      known?.delete(line);
      if (known?.size === 0) this.#lines.delete(name);
    }
  }

  /** The line that a frame of this session may speak of: its own, or one of its identity that lost its socket. */
  find(session: Session, name: string): Line | null {
    const known = [...(this.#lines.get(name) ?? [])];
    const own = known.find((line) => line.session === session);
    if (own || session.identity === null) return own ?? null;
    return known.find((line) => line.session === null && line.identity === session.identity) ?? null;
  }

  /** The line that a reconnect token opens. */
  findByToken(callSid: string, token: string): Line | null {
    return [...(this.#lines.get(callSid) ?? [])].find((line) => line.accepts(token)) ?? null;
  }

  ofLeg(leg: string): Line | null {
    for (const known of this.#lines.values()) for (const line of known) if (line.leg === leg) return line;
    return null;
  }

  of(session: Session): readonly Line[] {
    const found = new Set<Line>();
    for (const known of this.#lines.values())
      for (const line of known) if (line.session === session) found.add(line);
    return [...found];
  }
}

function names(line: Line): readonly string[] {
  return line.temporarySid === null ? [line.callSid] : [line.callSid, line.temporarySid];
}
