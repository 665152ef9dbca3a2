import type { PhoneEffect } from '../core/effects.ts';
import type { PhoneEvent } from '../core/events.ts';
import { devicePerformers } from './device.ts';
import { type PageContext, pagePerformers } from './page.ts';
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
  if (handles(devicePerformers, effect)) performWith(devicePerformers, effect, adapters.voice);
  else if (handles(pagePerformers, effect)) performWith(pagePerformers, effect, { ...adapters, send });
  else if (effect.type === 'reportPresence') adapters.presence.report(effect.report, effect);
  else if (effect.type === 'leavePresence') adapters.presence.leave(effect.report);
  else void performRequest(effect, { ...adapters, send });
}
