import { clock } from '../components/clock.ts';
import { LampSecond } from '../components/lamp.tsx';
import { useNow } from '../components/use-now.ts';
import type { LiveFarEnd } from '../core/screen-state.ts';
import phoneInTalk from '../design/icons/phone_in_talk-fill.svg?raw';
import ringIcon from '../design/icons/ring_volume-fill.svg?raw';
import voicemail from '../design/icons/voicemail.svg?raw';

/** 'Ringing…', once it is picked up 'Answered 0:04', or 'Voicemail reached'. Nothing where the server does not report it. */
export function FarEndLine({ farEnd }: { readonly farEnd: LiveFarEnd | null }) {
  const now = useNow(farEnd?.name === 'answered');
  if (farEnd === null) return null;
  if (farEnd.name === 'ringing') return <LampSecond icon={ringIcon} text="Ringing…" />;
  if (farEnd.name === 'voicemail') return <LampSecond icon={voicemail} text="Voicemail reached" />;
  return <LampSecond icon={phoneInTalk} text={`Answered ${clock((now - farEnd.at) / 1_000)}`} />;
}
