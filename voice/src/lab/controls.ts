import { z } from 'zod';
import { clientAddress } from '../calls/core/address.ts';
import type { ObservedFault } from '../inspector/core/observations.ts';
import type { Session } from '../signaling/session.ts';
import type { LabDeps } from './deps.ts';
import { browserAddress } from './network-impairment.ts';

const identity = z.string().min(1).max(500);

export const controlSchema = z.discriminatedUnion('control', [
  z.object({ control: z.literal('error'), identity, code: z.number().int() }),
  /** Drops the socket without a close frame. */
  z.object({ control: z.literal('cut'), identity }),
  /** Tells the SDK that the service closes the connection permanently. */
  z.object({ control: z.literal('close'), identity }),
  z.object({ control: z.literal('cancel'), call_sid: z.string() }),
  z.object({ control: z.literal('hangup'), call_sid: z.string(), code: z.number().int().optional() }),
  z.object({
    control: z.literal('keys'),
    call_sid: z.string(),
    digits: z.string().regex(/^[0-9*#w]{1,100}$/),
  }),
  z.object({ control: z.literal('tone'), call_sid: z.string(), frequency: z.number().min(1).max(4_000) }),
]);

const NO_TONE = 'only simulated phones send a tone, and the party of this call is a browser';

type Control = z.infer<typeof controlSchema>;

/** @returns the number of affected sockets or calls, or why the control can't act on this call */
export async function performControl(
  deps: LabDeps,
  control: Control,
): Promise<{ readonly affected: number } | { readonly error: string }> {
  const live = control.control === 'tone' ? deps.exchange.find(control.call_sid) : null;
  if (live?.party.isBrowser) return { error: NO_TONE };
  return { affected: await act(deps, control) };
}

async function act(deps: LabDeps, control: Control): Promise<number> {
  switch (control.control) {
    case 'error': {
      const { identity, code } = control;
      const fault = { fault: 'error', value: code } as const;
      return toSessions(deps, identity, fault, (session) => session.send('error', { error: { code } }));
    }
    case 'cut':
      return toSessions(deps, control.identity, { fault: 'cut' }, (session) => session.cut());
    case 'close':
      return toSessions(deps, control.identity, { fault: 'close' }, (session) => session.send('close', {}));
    case 'cancel':
      return endCall(deps, control.call_sid, null);
    case 'hangup':
      return endCall(deps, control.call_sid, control.code ?? null);
    case 'keys':
      if (!deps.exchange.find(control.call_sid)) return 0;
      deps.exchange.dtmf.receive(control.call_sid, control.digits);
      return 1;
    case 'tone': {
      const leg = deps.exchange.find(control.call_sid)?.leg;
      if (!leg) return 0;
      const persona = { kind: 'tone', frequency: control.frequency } as const;
      await deps.media.send({ type: 'setPersona', leg, persona });
      report(deps, control.call_sid, { fault: 'tone', value: control.frequency });
      return 1;
    }
    default:
      return control satisfies never;
  }
}

function endCall(deps: LabDeps, sid: string, code: number | null): number {
  if (!deps.exchange.find(sid)) return 0;
  if (code !== null) report(deps, sid, { fault: 'hangup', value: code });
  deps.exchange.end(sid, 'hangup', null, code);
  return 1;
}

function toSessions(
  deps: LabDeps,
  identity: string,
  fault: ObservedFault,
  act: (session: Session) => void,
): number {
  const sessions = deps.signaling.sessionsOf(identity);
  if (sessions.length === 0) return 0;
  const client = clientAddress(identity);
  for (const { call } of deps.exchange.liveCalls)
    if (browserAddress(call) === client) report(deps, call.sid, fault);
  sessions.forEach(act);
  return sessions.length;
}

function report(deps: LabDeps, callSid: string, fault: ObservedFault): void {
  deps.exchange.observe?.({ type: 'fault', callSid, ...fault });
}
