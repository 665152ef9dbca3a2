import callEndFill from '@material-symbols/svg-400/rounded/call_end-fill.svg?raw';
import callFill from '@material-symbols/svg-400/rounded/call-fill.svg?raw';
import micOff from '@material-symbols/svg-400/rounded/mic_off-fill.svg?raw';
import mic from '@material-symbols/svg-400/rounded/mic-fill.svg?raw';
import phoneInTalk from '@material-symbols/svg-400/rounded/phone_in_talk-fill.svg?raw';
import { useId } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { TalkCard } from '../components/call-card.tsx';
import { Lamp, LampChip, StatusLine } from '../components/lamp.tsx';
import { Meters } from '../components/meters.tsx';
import { Dock, Foot, Screen, Stage } from '../components/screen.tsx';
import { useShortcuts } from '../components/use-shortcuts.ts';
import { banner, callControls, card, statusLine } from '../core/selectors.ts';
import { usePhone, useStatusLine } from '../phone-context.tsx';

export function OnCall() {
  const { state, send } = usePhone();
  const line = useStatusLine();
  const titleId = useId();
  const { view } = state.screen;
  const controls = callControls(state);
  const mute = () => send({ type: 'muteClicked' });
  useShortcuts({ M: mute });
  if (view.name !== 'oncall' || !controls) return null;
  const { number } = view.conversation.call;
  const ours = number?.name || number?.phone_number_formatted || '';
  const dialing = view.phase.name === 'dialing';
  return (
    <Screen labelledBy={titleId} view="oncall">
      <Lamp
        headingId={titleId}
        end={controls.muted ? <LampChip icon={micOff}>Muted</LampChip> : dialing ? undefined : ours}
        icon={dialing ? callFill : phoneInTalk}
        state={dialing ? ours || 'Call' : 'On Call'}
      >
        <StatusLine running={statusLine(state)?.name === 'timer'} text={line ?? ''} />
      </Lamp>
      <Stage>
        <Banner text={banner(state)} />
        <TalkCard facts={card(state)} />
      </Stage>
      <Dock>
        <Button
          aria-keyshortcuts="M"
          icon={controls.muted ? micOff : mic}
          look={controls.muted ? 'inverse' : 'quiet'}
          onClick={mute}
        >
          {controls.muted ? 'Muted' : 'Mute'}
        </Button>
        <Button
          disabled={view.hangingUp}
          icon={callEndFill}
          look="danger"
          onClick={() => send({ type: 'hangUpClicked' })}
        >
          Hang Up
        </Button>
      </Dock>
      <Foot kind="plain">
        <Meters muted={controls.muted} />
      </Foot>
    </Screen>
  );
}
