import type { Disposition } from '@offhook/contract/entities';
import { useId } from 'react';
import { Banner } from '../components/banner.tsx';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Kbd } from '../components/kbd.tsx';
import { Dock, Foot, Screen, Stage } from '../components/screen.tsx';
import { useShortcuts } from '../components/use-shortcuts.ts';
import { banner, resultButtons } from '../core/selectors.ts';
import { classes } from '../design/classes.ts';
import block from '../design/icons/block.svg?raw';
import checkCircle from '../design/icons/check_circle.svg?raw';
import phoneMissed from '../design/icons/phone_missed.svg?raw';
import replay from '../design/icons/replay.svg?raw';
import sms from '../design/icons/sms.svg?raw';
import voicemail from '../design/icons/voicemail.svg?raw';
import { usePhone } from '../phone-context.tsx';
import styles from './call-result.module.css';
import { Sending } from './sending.tsx';
import { SoundQuestion } from './sound-question.tsx';
import { WrapUpLamp, WrapUpLead } from './wrap-up.tsx';

const c = classes(styles);

interface Choice {
  readonly result: Disposition;
  readonly label: string;
  readonly key: string;
  readonly icon: string;
}

const choices: readonly Choice[] = [
  { result: 'contacted', label: 'Contacted', key: '1', icon: checkCircle },
  { result: 'voicemail', label: 'Voicemail', key: '2', icon: voicemail },
  { result: 'missed', label: 'Missed', key: '3', icon: phoneMissed },
  { result: 'removed', label: 'Remove', key: '4', icon: block },
];

export function CallResult() {
  const { state, send } = usePhone();
  const titleId = useId();
  const buttons = resultButtons(state);
  const disabled = buttons?.disabled ?? true;
  const retryId = useId();
  const choose = (choice: Choice) => () => send({ type: 'resultChosen', result: choice.result });
  const retry = () => send({ type: 'retryClicked' });
  const text = () => send({ type: 'smsClicked' });
  useShortcuts({
    ...Object.fromEntries(choices.map((choice) => [choice.key, disabled ? null : choose(choice)] as const)),
    R: buttons?.retry && !disabled ? retry : null,
    S: buttons?.sms && !disabled ? text : null,
  });
  const more = buttons?.retry || buttons?.sms;
  const layout = buttons?.retry && buttons.sms ? 'halves' : 'whole';
  return (
    <Screen labelledBy={titleId} view="disposition">
      <WrapUpLamp id={titleId} title="Call Result" />
      <Stage>
        <WrapUpLead />
        <div className={c('body')}>
          <Banner text={banner(state)} />
          {choices.map((choice) => (
            <button
              aria-keyshortcuts={choice.key}
              className={c('choice', choice.result === 'removed' && 'remove')}
              disabled={disabled}
              key={choice.result}
              onClick={choose(choice)}
              type="button"
            >
              <Icon size={24} svg={choice.icon} />
              <span className={c('label')}>{choice.label}</span>
              <Kbd keys={[choice.key]} />
            </button>
          ))}
        </div>
        <SoundQuestion />
      </Stage>
      {more && (
        <Dock layout={layout}>
          {buttons.retry && (
            <Button
              aria-describedby={buttons.retryable ? undefined : retryId}
              aria-disabled={!buttons.retryable}
              aria-keyshortcuts="R"
              disabled={disabled}
              icon={replay}
              look="quiet"
              onClick={retry}
            >
              Retry
            </Button>
          )}
          {buttons.sms && (
            <Button aria-keyshortcuts="S" disabled={disabled} icon={sms} look="quiet" onClick={text}>
              SMS
            </Button>
          )}
        </Dock>
      )}
      <Foot kind="keys" layout={disabled ? 'whole' : layout}>
        {disabled && <Sending />}
        {!disabled && buttons?.retry && <Kbd keys={['R']} />}
        {!disabled && buttons?.sms && <Kbd keys={['S']} />}
      </Foot>
      <span hidden id={retryId}>
        There is no lead to call again.
      </span>
    </Screen>
  );
}
