import type { PhoneEffect } from '../core/effects.ts';
import type { PhoneEvent } from '../core/events.ts';
import { onDevice } from './device.ts';
import { onPage, type PageContext } from './page.ts';
import { isIn, performBy } from './performers.ts';
import { performRequest, type RequestContext } from './requests.ts';
import type { VisitorEffect } from './visitor.ts';

export type AgentEffect = Exclude<PhoneEffect, VisitorEffect>;

export interface World extends Omit<PageContext, 'send'>, Omit<RequestContext, 'send' | 'warn'> {}

export function performIn(world: World, effect: AgentEffect, send: (event: PhoneEvent) => void): void {
  if (isIn(onDevice, effect)) performBy(onDevice, effect, world.voice);
  else if (isIn(onPage, effect)) performBy(onPage, effect, { ...world, send });
  else if (effect.type === 'reportPresence') world.presence.report(effect.report, effect);
  else if (effect.type === 'leavePresence') world.presence.leave(effect.report);
  else void performRequest(effect, { ...world, send });
}
