import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Network } from '../calls/party.ts';
import { type BrowserCall, parseFingerprint } from './browser-call.ts';
import { BrowserCalls } from './browser-calls.ts';
import { Callee } from './callee.ts';
import { type Edge, localEdge } from './core/edges.ts';
import type { SignalingDeps } from './deps.ts';
import type { Frame } from './frames.ts';
import { receiveMessage } from './messages.ts';
import { placeCall } from './place-call.ts';
import { Session } from './session.ts';

const MAX_SESSIONS = 10_000;
/** Twilio's limit for keeping a call for a disconnected browser. */
const MAX_RECONNECT_MS = 30_000;
/** Lost audio is noticed after 4 s, so with this timeout a call ends within 10 s after its page closes. */
const CLOSED_PAGE_TIMEOUT_MS = 4_000;

export class Signaling {
  readonly #deps: SignalingDeps;
  readonly #sessions = new Set<Session>();
  readonly #calls = new BrowserCalls();
  /** Identities that are kept offline on purpose, and the time when that ends (ms, monotonic). */
  readonly #offlineUntil = new Map<string, number>();

  constructor(deps: SignalingDeps) {
    this.#deps = deps;
    deps.exchange.registerNetwork('client', this.#network());
  }

  accept(socket: WebSocket, edge: Edge): void {
    if (this.#sessions.size >= MAX_SESSIONS) {
      socket.close(1013, 'too many connections');
      return;
    }
    const session = new Session(socket, edge, {
      onFrame: (session, frame) => this.#onFrame(session, frame),
      onClosed: (session) => this.#onClosed(session),
    });
    this.#sessions.add(session);
  }

  sessionsOf(identity: string): readonly Session[] {
    return [...this.#sessions].filter((session) => session.identity === identity);
  }

  disconnectFor(identity: string, ms: number): void {
    this.#offlineUntil.set(identity, performance.now() + ms);
    for (const session of this.sessionsOf(identity)) session.cut();
  }

  /**
   * If the socket is closed too, the page is gone, because a lost network closes no socket: don't wait for a reconnect.
   */
  audioLost(leg: string): void {
    const call = this.#calls.findByLeg(leg);
    if (call && call.session === null && this.#offlineMs(call.identity) === 0)
      call.shortenTimeout(CLOSED_PAGE_TIMEOUT_MS);
  }

  audioFound(leg: string): void {
    this.#calls.findByLeg(leg)?.resetTimeout();
  }

  close(): void {
    for (const session of this.#sessions) session.close(1001, 'service is stopping');
  }

  #network(): Network {
    const { accountSid, media, log } = this.#deps;
    const deps = {
      accountSid,
      media,
      log,
      calls: this.#calls,
      registeredSessions: (identity: string) =>
        this.sessionsOf(identity).filter((session) => session.registered && session.grants?.mayReceive),
    };
    return (request, reports) => new Callee(deps, request, reports);
  }

  #onClosed(session: Session): void {
    this.#sessions.delete(session);
    for (const call of this.#calls.ofSession(session))
      call.detach(call.handler.canResume(call) ? session.reconnectMs : 0);
  }

  #onFrame(session: Session, frame: Frame): void {
    if (frame.type === 'listen') {
      this.#listen(session, frame);
      return;
    }
    if (!session.grants) {
      sendError(session, 31201, 'Not authenticated');
      return;
    }
    const call = 'callsid' in frame.payload ? this.#calls.find(session, frame.payload.callsid) : null;
    switch (frame.type) {
      case 'register':
        if (session.expired) {
          sendExpired(session);
          return;
        }
        this.#register(session, frame.payload.media.audio);
        return;
      case 'invite':
        if (frame.payload.reconnect !== undefined) {
          void this.#resume(session, frame.payload.callsid, frame.payload.reconnect, frame.payload.sdp);
          return;
        }
        if (session.expired) {
          sendExpired(session);
          return;
        }
        return void this.#placeCall(session, frame.payload);
      case 'answer':
        if (call) answer(session, call, frame.payload.sdp);
        // Another device answered, or the call is over.
        else session.send('hangup', { callsid: frame.payload.callsid });
        return;
      case 'reinvite':
        if (call) void this.#restart(call, frame.payload.sdp);
        return;
      case 'dtmf':
        call?.handler.reports.digits(frame.payload.dtmf.toLowerCase().replaceAll(',', 'w'));
        return;
      case 'hangup':
        if (session.pendingInvites.has(frame.payload.callsid))
          session.pendingInvites.set(frame.payload.callsid, false);
        call?.handler.onHungUp(call);
        return;
      case 'reject':
        call?.handler.onRejected(call);
        return;
      case 'message':
        if (call) receiveMessage(call, frame.payload);
        return;
      default:
        frame satisfies never;
    }
  }

  #listen(session: Session, frame: Extract<Frame, { type: 'listen' }>): void {
    const { payload } = frame;
    const grants = this.#deps.readToken(payload.token);
    if (typeof grants === 'number') {
      sendError(session, grants, 'The access token was rejected');
      return;
    }
    if (session.grants && session.identity !== grants.identity) {
      sendError(session, 31204, 'The identity of a connection cannot change');
      return;
    }
    const offlineMs = this.#offlineMs(grants.identity);
    if (offlineMs > 0) {
      // A socket that opens and closes again would make the SDK forget that it was registered.
      session.holdFrom(frame, offlineMs);
      return;
    }
    session.grants = grants;
    session.expired = false;
    session.reconnectMs = Math.min((payload.reconnectTimeout ?? 0) * 1_000, MAX_RECONNECT_MS);
    const ttl = grants.expiresAt - Math.floor(Date.now() / 1_000);
    if (session.expiry) clearTimeout(session.expiry);
    session.expiry = setTimeout(() => this.#expire(session), ttl * 1_000);
    session.send('connected', {
      token: { identity: grants.identity, ttl },
      accountSid: this.#deps.accountSid,
      ...session.edge,
      home: grants.region ?? localEdge.region,
    });
  }

  /** 0 unless the identity is kept offline. */
  #offlineMs(identity: string | null): number {
    if (identity === null) return 0;
    const ms = (this.#offlineUntil.get(identity) ?? 0) - performance.now();
    if (ms <= 0) this.#offlineUntil.delete(identity);
    return Math.max(0, ms);
  }

  #expire(session: Session): void {
    sendExpired(session);
    if (session.registered) session.send('offline', {});
    session.registered = false;
    session.expired = true;
  }

  #register(session: Session, audio: boolean): void {
    session.registered = audio;
    session.send(audio ? 'ready' : 'offline', {});
  }

  /**
   * Resumes a call for the same page after its socket was cut, or for another page (`connectToken`) with a new audio
   * connection. Resuming a ringing call answers it.
   */
  async #resume(session: Session, callSid: string, token: string, sdp: string): Promise<void> {
    const call = this.#calls.findByToken(callSid, token);
    if (!call || call.identity !== session.identity) {
      rejectResume(session, callSid);
      return;
    }
    const fingerprint = parseFingerprint(sdp);
    if (fingerprint !== null && call.fingerprint === fingerprint) {
      call.attach(session);
      call.send('answer', { reconnect: call.reconnectToken });
      return;
    }
    const { media, log } = this.#deps;
    const [old, leg] = [call.leg, `${callSid}-${randomBytes(4).toString('hex')}`];
    try {
      const reply = await media.send({ type: 'answerOffer', leg, sdp });
      const isSame = this.#calls.findByToken(callSid, token) === call && call.leg === old;
      const resumed = session.closed || !isSame ? null : this.#moveCall(session, call, leg);
      if (!resumed) {
        media.send({ type: 'closeLeg', leg }).catch(() => {});
        rejectResume(session, callSid);
        return;
      }
      resumed.fingerprint = fingerprint;
      resumed.send('answer', { sdp: reply.sdp, reconnect: resumed.reconnectToken });
    } catch (error) {
      log.warn({ call: callSid, err: String(error) }, 'call could not be resumed');
      rejectResume(session, callSid);
    }
  }

  /** @returns the call that continues, or null if it can't continue */
  #moveCall(session: Session, call: BrowserCall, leg: string): BrowserCall | null {
    if (call.fingerprint === null) return call.handler.onForwarded(session, leg);
    const old = call.leg;
    call.attach(session);
    call.leg = leg;
    this.#deps.exchange.moveLeg(call.callSid, leg);
    this.#deps.media.send({ type: 'closeLeg', leg: old }).catch(() => {});
    return call;
  }

  async #placeCall(session: Session, payload: Extract<Frame, { type: 'invite' }>['payload']): Promise<void> {
    const error = await placeCall(this.#deps, this.#calls, session, payload);
    session.pendingInvites.delete(payload.callsid);
    if (error) session.send('hangup', { callsid: payload.callsid, error });
  }

  async #restart(call: BrowserCall, sdp: string): Promise<void> {
    try {
      const reply = await this.#deps.media.send({ type: 'renegotiate', leg: call.leg, sdp });
      call.send('answer', { sdp: reply.sdp, reconnect: call.reconnectToken });
    } catch (error) {
      this.#deps.log.warn({ call: call.callSid, err: String(error) }, 'ICE restart rejected');
    }
  }
}

function answer(session: Session, call: BrowserCall, sdp: string): void {
  call.attach(session);
  call.fingerprint = parseFingerprint(sdp);
  call.handler.onAnswered(call, sdp);
}

function rejectResume(session: Session, callsid: string): void {
  session.send('hangup', { callsid, error: { code: 31107, message: 'The call cannot be resumed' } });
}

function sendExpired(session: Session): void {
  sendError(session, 31205, 'The access token has expired');
}

function sendError(session: Session, code: number, message: string): void {
  session.send('error', { error: { code, message } });
}
