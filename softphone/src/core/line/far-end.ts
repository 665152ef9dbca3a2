import type { Call } from '@offhook/contract/calls/call';
import type { Disposition } from '@offhook/contract/calls/dispositions';
import type { FarEnd } from '@offhook/contract/calls/far-end';
import { t } from '@offhook/i18n/phone';
import type { LiveFarEnd } from '../screen/screen-state.ts';

/** @param at when the server reported it */
export function liveFarEnd({ far_end: farEnd }: Call, at: number): LiveFarEnd | null {
  if (farEnd?.state === 'ringing' || farEnd?.state === 'voicemail') return { name: farEnd.state };
  return farEnd?.state === 'answered' ? { name: 'answered', at: at - farEnd.seconds * 1_000 } : null;
}

export interface EndReason {
  readonly name: 'busy' | 'noAnswer' | 'noSuchNumber' | 'failed';
  readonly title: string;
  readonly text: string;
}

/** Null if answered, or unknown. */
export function endReason({ far_end: farEnd, lead }: Pick<Call, 'far_end' | 'lead'>): EndReason | null {
  const name = lead?.fname;
  if (!farEnd) return null;
  const { state } = farEnd;
  const seconds = Math.round(farEnd.seconds);
  switch (state) {
    case 'busy':
      return {
        name: 'busy',
        title: t('endReason.busy.title'),
        text: name ? t('endReason.busy.text', { name }) : t('endReason.busy.textNoName'),
      };
    case 'no-answer':
      return {
        name: 'noAnswer',
        title: t('endReason.noAnswer.title'),
        text: name
          ? t('endReason.noAnswer.text', { name, seconds })
          : t('endReason.noAnswer.textNoName', { seconds }),
      };
    case 'no-such-number':
      return {
        name: 'noSuchNumber',
        title: t('endReason.noSuchNumber.title'),
        text: t('endReason.noSuchNumber.text'),
      };
    case 'failed':
      return { name: 'failed', title: t('endReason.failed.title'), text: t('endReason.failed.text') };
    case 'canceled':
      return {
        name: 'noAnswer',
        title: t('endReason.noAnswer.title'),
        text: t('endReason.cancelled.text', { seconds }),
      };
    case 'ringing':
    case 'answered':
    case 'voicemail':
      return null;
    default:
      return state satisfies never;
  }
}

/** Null unless a conference among agents ended because the colleague didn't answer. */
export function notJoinedReason({ type, lead, agents, invitation }: Call): EndReason | null {
  if (type !== 'conference' || lead !== null || agents?.length || invitation?.state !== 'missed') return null;
  return {
    name: 'noAnswer',
    title: t('endReason.noAnswer.title'),
    text: t('endReason.notJoined.text', { name: invitation.name }),
  };
}

export function likelyResult(farEnd: FarEnd | null | undefined): Disposition | null {
  if (!farEnd || farEnd.state === 'ringing') return null;
  if (farEnd.state === 'voicemail') return 'voicemail';
  return farEnd.state === 'answered' ? 'contacted' : 'missed';
}
