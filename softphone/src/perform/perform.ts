/** Which part of the world does an order of the core. */
import type { PhoneEffect } from '../core/effects.ts';
import type { PhoneEvent } from '../core/events.ts';
import { performOnDevice } from './device.ts';
import { type PageContext, performOnPage } from './page.ts';
import { performRequest, type RequestContext } from './requests.ts';
import type { VisitorEffect } from './visitor.ts';

/** Everything that is ordered for somebody who is signed in. */
export type AgentEffect = Exclude<PhoneEffect, VisitorEffect>;

export interface World extends Omit<PageContext, 'send'>, Omit<RequestContext, 'send' | 'warn'> {}

export function performIn(world: World, effect: AgentEffect, send: (event: PhoneEvent) => void): void {
  switch (effect.type) {
    case 'registerDevice':
    case 'updateToken':
    case 'unregisterDevice':
    case 'destroyDevice':
    case 'renewDevice':
    case 'connectLine':
    case 'acceptLine':
    case 'rejectLine':
    case 'ignoreLine':
    case 'disconnectLine':
    case 'muteLine':
    case 'postFeedback':
    case 'sendDigits':
      performOnDevice(effect, world.voice);
      break;
    case 'subscribeRealtime':
    case 'unsubscribeRealtime':
    case 'checkRealtime':
    case 'takePageLock':
    case 'stealPageLock':
    case 'releasePageLock':
    case 'startPresence':
    case 'stopPresence':
    case 'startThankYouTimer':
    case 'stopThankYouTimer':
    case 'startNoticeTimer':
    case 'startAwaitedRingTimer':
    case 'startUndoTimer':
    case 'tryRing':
    case 'startRing':
    case 'stopRing':
    case 'notifyIncoming':
    case 'askToNotify':
    case 'storeCall':
    case 'forgetStoredCall':
    case 'loadDrafts':
    case 'keepDraft':
    case 'dropDraft':
    case 'loadForms':
    case 'keepForms':
    case 'loadOutbox':
    case 'keepInOutbox':
    case 'dropFromOutbox':
    case 'listAudioDevices':
    case 'startDeviceNoticeTimer':
    case 'loadSettings':
    case 'saveSettings':
    case 'applySettings':
    case 'copyErrorLogs':
    case 'updateApp':
      performOnPage(effect, { ...world, send });
      break;
    case 'reportPresence':
      world.presence.report(effect.report, effect);
      break;
    case 'leavePresence':
      world.presence.leave(effect.report);
      break;
    default:
      void performRequest(effect, { ...world, send });
  }
}
