/** The lines of a simulated telephone network. Each is one leg of a call: an agent's phone, or the other party. */
import type { ProvidedCall, RecordedRequest } from '../world/fake-provider.ts';
import type { Requests } from './requests.ts';
import type { Timeline } from './timeline.ts';

export interface Line {
  readonly call: ProvidedCall;
  readonly callId: number;
  /** Path and query of the status callback. */
  readonly statusPath: string;
  readonly offerPath: string;
  /** Null: the other party. */
  readonly agent: { readonly id: number } | null;
  readonly callUserId: number;
  isOver: boolean;
  hasJoined: boolean;
}

/** What the server asks for when it creates a call. `userId` is null for the other party. */
export interface RequestedLine extends Omit<Line, 'agent'> {
  readonly userId: number | null;
  readonly legId: number;
}

export function requestedLine(
  call: ProvidedCall,
  { conference, fields }: { readonly conference: string | null; readonly fields: RecordedRequest['fields'] },
  publicUrl: string,
): RequestedLine {
  const pathOf = (url: string | undefined) => (url ?? '').replace(publicUrl, '').split('#')[0] ?? '';
  const statusPath = pathOf(fields['StatusCallback']);
  const ids = new URL(statusPath, publicUrl).searchParams;
  const [, user, callUser] = /^client:user_(\d+)_[0-9a-f]{32}\?call_user_id=(\d+)$/.exec(call.to) ?? [];
  return {
    call,
    callId: Number(ids.get('call_id')),
    legId: Number(ids.get('leg_id')),
    statusPath,
    offerPath: pathOf(fields['Url']),
    userId: conference === null ? Number(user) : null,
    callUserId: Number(callUser),
    isOver: false,
    hasJoined: false,
  };
}

export interface Lines<L extends Line> {
  add(line: L): void;
  of(call: ProvidedCall): L | undefined;
  all(): readonly L[];
  report(line: L): Promise<void>;
  answer(line: L): Promise<void>;
  /** Joins the conference. Returns both sides once both are in it. */
  join(line: L): Promise<{ readonly agent: L; readonly other: L } | null>;
  /** Returns false if it was over. The caller reports it. */
  end(line: L, status: string): boolean;
  leaveConference(line: L): void;
}

export function createLines<L extends Line>(
  { now, run }: Pick<Timeline, 'now' | 'run'>,
  { webhook }: Pick<Requests, 'webhook'>,
): Lines<L> {
  const lines = new Map<string, L>();

  async function report({ call, statusPath }: L): Promise<void> {
    await webhook(statusPath, { CallSid: call.sid, CallStatus: call.status });
  }

  const reportConference = ({ call, callId }: L, event: string) =>
    webhook(`/twilio/status/conference?call_id=${callId}`, {
      ConferenceSid: `CF${String(callId).padStart(32, '0')}`,
      StatusCallbackEvent: event,
      CallSid: call.sid,
    });

  return {
    add: (line) => void lines.set(line.call.sid, line),
    of: ({ sid }) => lines.get(sid),
    all: () => [...lines.values()],
    report,
    async answer(line) {
      line.call.status = 'in-progress';
      line.call.startedAt = new Date(now());
      await report(line);
    },
    async join(line) {
      line.hasJoined = true;
      await reportConference(line, 'participant-join');
      const joined = [...lines.values()].filter(
        ({ callId, hasJoined, isOver }) => callId === line.callId && hasJoined && !isOver,
      );
      const agent = joined.find((one) => one.agent !== null);
      const other = joined.find((one) => one.agent === null);
      return agent && other ? { agent, other } : null;
    },
    end(line, status) {
      if (line.isOver) return false;
      line.isOver = true;
      line.call.status = status;
      line.call.endedAt = new Date(now());
      return true;
    },
    leaveConference(line) {
      if (line.hasJoined) run(() => reportConference(line, 'participant-leave'));
    },
  };
}
