import callEndFill from '@material-symbols/svg-400/rounded/call_end-fill.svg?raw';
import type { ReactNode } from 'react';
import { LeadLine } from '../components/call-card.tsx';
import { Lamp, LampTitle } from '../components/lamp.tsx';
import { card } from '../core/selectors.ts';
import { usePhone } from '../phone-context.tsx';
import { useLastDuration } from './last-duration.ts';

/** The lamp of all views after a call: a title in place of the timer. */
export function WrapUpLamp({ id, title }: { readonly id: string; readonly title: string }) {
  const duration = useLastDuration();
  return (
    <Lamp
      end={duration === null ? undefined : <bdi dir="ltr">{duration}</bdi>}
      icon={callEndFill}
      state="Call Ended"
    >
      <LampTitle id={id}>{title}</LampTitle>
    </Lamp>
  );
}

export function WrapUpLead(): ReactNode {
  const { state } = usePhone();
  return <LeadLine facts={card(state)} />;
}
