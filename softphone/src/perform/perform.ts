import type { PhoneEffect } from '../core/effects.ts';
import type { PhoneEvent } from '../core/events.ts';
import { onDevice } from './device.ts';
import { onPage, type PageContext } from './page.ts';
import { handles, performWith } from './performers.ts';
import { performRequest, type RequestContext } from './requests.ts';
import type { VisitorEffect } from './visitor.ts';

export type AgentEffect = Exclude<PhoneEffect, VisitorEffect>;

export interface Adapters extends Omit<PageContext, 'send'>, Omit<RequestContext, 'send' | 'warn'> {}

export function performEffect(
  adapters: Adapters,
  effect: AgentEffect,
  send: (event: PhoneEvent) => void,
): void {
  if (handles(onDevice, effect)) performWith(onDevice, effect, adapters.voice);
  else if (handles(onPage, effect)) performWith(onPage, effect, { ...adapters, send });
  else if (effect.type === 'reportPresence') adapters.presence.report(effect.report, effect);
  else if (effect.type === 'leavePresence') adapters.presence.leave(effect.report);
  else void performRequest(effect, { ...adapters, send });
}
