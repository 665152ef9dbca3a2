import { soundTrouble } from '../core/line/call-sound.ts';
import { hasUnsent } from '../core/outbox/unsent.ts';
import type { PhoneState } from '../core/phone-state.ts';
import type { OnCall } from '../core/screen/screen-state.ts';
import { UNSENT_TEXT } from '../core/screen/status-line.ts';
import { renameQuestion } from './on-call/rename-offer.tsx';

/** What a screen reader is told when the state changes; a ring speaks for itself as an alert dialog. */
export function announcement(state: PhoneState): string {
  const { view } = state.screen;
  switch (view.name) {
    case 'waiting':
      return view.placing ? 'Dialing...' : 'Waiting for calls';
    case 'ringing':
      return '';
    case 'oncall':
      if (view.phase.name === 'dialing') return `Dialing...${offerWords(view)}`;
      if (view.farEnd?.name === 'ringing')
        return `On Call. Ringing…${offerWords(view)}${troubleWords(state)}`;
      if (view.farEnd?.name === 'voicemail' && !view.held) return `Voicemail reached${troubleWords(state)}`;
      if (view.farEnd?.name === 'answered' && !view.held)
        return `Connected${state.line.call?.muted ? ', Muted' : ''}${troubleWords(state)}`;
      return `${view.held ? 'On Hold' : 'On Call'}${state.line.call?.muted ? ', Muted' : ''}${troubleWords(state)}`;
    case 'disposition':
    case 'thankyou':
      return hasUnsent(state) ? `Call Ended. ${UNSENT_TEXT}` : 'Call Ended';
    case 'disposition2':
    case 'sms':
    case 'note':
      return hasUnsent(state) ? UNSENT_TEXT : '';
    default:
      return view satisfies never;
  }
}

/** Said until the lead answers, and not with every later change of the call. */
function offerWords({ rename, conversation: { lead } }: OnCall): string {
  return rename && lead ? ` ${renameQuestion(rename, lead)}` : '';
}

function troubleWords(state: PhoneState): string {
  const trouble = soundTrouble(state);
  return trouble ? `. ${trouble.text} ${trouble.advice}` : '';
}
