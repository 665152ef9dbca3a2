/** What the agent is told of a call's sound, and asked about it afterwards. */
import type { PhoneState } from '../phone-state.ts';
import type { FeedbackIssue } from './poor-call.ts';
import type { SoundTrouble } from './sound-watch.ts';

const TROUBLES = {
  notHearing: {
    text: 'No sound is coming in.',
    advice: 'Check your network, or hang up and call again.',
  },
  notHeard: {
    text: 'Your voice is not going out.',
    advice: 'Check your network, or hang up and call again.',
  },
  silentMicrophone: {
    text: 'Your microphone is silent.',
    advice: 'Check its mute switch and its cable.',
  },
} as const;

/** One side of the call cannot be heard, and what the agent can do; null while nothing is known to be wrong. */
export function soundTrouble({ screen: { view } }: PhoneState): {
  readonly name: SoundTrouble;
  readonly text: string;
  readonly advice: string;
} | null {
  const name = view.name === 'oncall' && view.phase.name === 'talking' ? view.sound.trouble : null;
  return name && { name, ...TROUBLES[name] };
}

/** After a call that was measured as bad: what the agent most likely noticed; null where nothing is asked. */
export function feedbackQuestion({ screen: { view, poorCall } }: PhoneState): FeedbackIssue | null {
  return view.name === 'disposition' || view.name === 'thankyou' ? (poorCall?.issue ?? null) : null;
}
