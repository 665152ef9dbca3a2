/** Each order to the voice device. */
import type { Voice } from '../adapters/voice/voice.ts';
import type { DeviceEffect } from '../core/effects.ts';

export function performOnDevice(effect: DeviceEffect, voice: Voice): void {
  switch (effect.type) {
    case 'registerDevice':
      voice.register(effect.token);
      break;
    case 'updateToken':
      voice.updateToken(effect.token);
      break;
    case 'unregisterDevice':
      voice.unregister();
      break;
    case 'destroyDevice':
      voice.destroy();
      break;
    case 'renewDevice':
      voice.renew();
      break;
    case 'connectLine':
      voice.connect(effect.callKey, {
        call_user_id: String(effect.callUserId),
        caller_id: effect.callerId,
        To: effect.to,
      });
      break;
    case 'acceptLine':
      voice.accept(effect.callKey);
      break;
    case 'rejectLine':
      voice.reject(effect.callKey);
      break;
    case 'ignoreLine':
      voice.ignore(effect.callKey);
      break;
    case 'disconnectLine':
      voice.disconnect(effect.callKey);
      break;
    case 'muteLine':
      voice.mute(effect.callKey, effect.muted);
      break;
    case 'postFeedback':
      voice.postFeedback(effect.callKey, effect.score, effect.issue);
      break;
    case 'sendDigits':
      voice.sendDigits(effect.callKey, effect.digits);
      break;
    default:
      effect satisfies never;
  }
}
