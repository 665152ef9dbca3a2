import { t } from '@offhook/i18n/phone';
import type { PhoneState } from '../phone-state.ts';
import type { FeedbackIssue } from './poor-call.ts';
import type { SoundTrouble } from './sound-watch.ts';

const TROUBLES = {
  notHearing: { text: 'trouble.notHearing', advice: 'trouble.checkNetwork' },
  notHeard: { text: 'trouble.notHeard', advice: 'trouble.checkNetwork' },
  silentMicrophone: { text: 'trouble.silentMicrophone', advice: 'trouble.checkMicrophone' },
} as const satisfies Record<SoundTrouble, object>;

export function soundTrouble({ screen: { view } }: PhoneState): {
  readonly name: SoundTrouble;
  readonly text: string;
  readonly advice: string;
} | null {
  const name = view.name === 'oncall' && view.phase.name === 'talking' ? view.sound.trouble : null;
  if (name === null) return null;
  const { text, advice } = TROUBLES[name];
  return { name, text: t(text), advice: t(advice) };
}

/** The problem that the agent most likely noticed; null if there is nothing to ask about. */
export function feedbackQuestion({ screen: { view, poorCall } }: PhoneState): FeedbackIssue | null {
  return view.name === 'disposition' || view.name === 'thankyou' ? (poorCall?.issue ?? null) : null;
}
