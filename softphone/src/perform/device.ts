import type { Voice } from '../adapters/voice/voice.ts';
import type { DeviceEffect } from '../core/effects.ts';
import type { Performers } from './performers.ts';

export const devicePerformers: Performers<DeviceEffect, Voice> = {
  registerDevice: ({ token }, voice) => voice.register(token),
  updateToken: ({ token }, voice) => voice.updateToken(token),
  unregisterDevice: (_, voice) => voice.unregister(),
  destroyDevice: (_, voice) => voice.destroy(),
  recreateDevice: (_, voice) => voice.recreateDevice(),
  connectLine: ({ callKey, callUserId, callerId, to }, voice) =>
    voice.connect(callKey, { call_user_id: String(callUserId), caller_id: callerId, To: to }),
  acceptLine: ({ callKey }, voice) => voice.accept(callKey),
  rejectLine: ({ callKey }, voice) => voice.reject(callKey),
  ignoreLine: ({ callKey }, voice) => voice.ignore(callKey),
  disconnectLine: ({ callKey }, voice) => voice.disconnect(callKey),
  muteLine: ({ callKey, muted }, voice) => voice.mute(callKey, muted),
  postFeedback: ({ callKey, score, issue }, voice) => voice.postFeedback(callKey, score, issue),
  sendDigits: ({ callKey, digits }, voice) => voice.sendDigits(callKey, digits),
};
