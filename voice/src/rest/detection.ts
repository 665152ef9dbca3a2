import type { DetectionOrder } from '../calls/detection.ts';
import { ApiError } from './errors.ts';
import type { Form } from './form.ts';

const modes = new Set(['', 'None', 'Enable', 'DetectMessageEnd']);

/**
 * Whether the account asks who picks up; null: it does not, or keys are pressed at the answer, which rules it out. The
 * TwiML of a call waits for the verdict unless AsyncAmd is true; a participant joins its conference at once.
 */
export function readDetection(form: Form, kind: 'call' | 'participant'): DetectionOrder | null {
  const mode = form.text('MachineDetection') ?? '';
  if (!modes.has(mode))
    throw new ApiError(20001, 'MachineDetection must be None, Enable or DetectMessageEnd');
  const rules = {
    timeoutMs: (form.whole('MachineDetectionTimeout', 3, 59) ?? 30) * 1_000,
    speechThresholdMs: form.whole('MachineDetectionSpeechThreshold', 1_000, 6_000) ?? 2_400,
    speechEndThresholdMs: form.whole('MachineDetectionSpeechEndThreshold', 500, 5_000) ?? 1_200,
    silenceTimeoutMs: form.whole('MachineDetectionSilenceTimeout', 2_000, 10_000) ?? 5_000,
    waitsForEnd: mode === 'DetectMessageEnd',
  };
  const holdsTwiml = kind === 'call' && form.flag('AsyncAmd') !== true;
  const name = kind === 'call' ? 'AsyncAmdStatusCallback' : 'AmdStatusCallback';
  const callback = holdsTwiml ? null : form.callback(name, []);
  if (mode === '' || mode === 'None' || form.text('SendDigits')) return null;
  return { rules, callback, holdsTwiml };
}
