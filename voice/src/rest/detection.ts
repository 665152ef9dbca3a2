import type { DetectionOptions } from '../calls/machine-detection.ts';
import { ApiError } from './errors.ts';
import type { Form } from './form.ts';

const modes = new Set(['', 'None', 'Enable', 'DetectMessageEnd']);

/**
 * Null if MachineDetection is off, or if SendDigits is set, which disables it. The TwiML of a call waits for the
 * verdict unless AsyncAmd is true; a participant joins its conference immediately.
 */
export function readDetection(form: Form, kind: 'call' | 'participant'): DetectionOptions | null {
  const mode = form.text('MachineDetection') ?? '';
  if (!modes.has(mode))
    throw new ApiError(20001, 'MachineDetection must be None, Enable or DetectMessageEnd');
  const rules = {
    timeoutMs: (form.integer('MachineDetectionTimeout', 3, 59) ?? 30) * 1_000,
    speechThresholdMs: form.integer('MachineDetectionSpeechThreshold', 1_000, 6_000) ?? 2_400,
    speechEndThresholdMs: form.integer('MachineDetectionSpeechEndThreshold', 500, 5_000) ?? 1_200,
    silenceTimeoutMs: form.integer('MachineDetectionSilenceTimeout', 2_000, 10_000) ?? 5_000,
    waitsForEnd: mode === 'DetectMessageEnd',
  };
  const delaysTwiml = kind === 'call' && form.flag('AsyncAmd') !== true;
  const name = kind === 'call' ? 'AsyncAmdStatusCallback' : 'AmdStatusCallback';
  const callback = delaysTwiml ? null : form.callback(name, []);
  if (mode === '' || mode === 'None' || form.text('SendDigits')) return null;
  return { rules, callback, delaysTwiml };
}
