import { classes } from '@offhook/design/classes';
import check from '@offhook/design/icons/check.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/phone';
import { useId } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Content, Dock, Foot, Screen } from '../../components/frame/screen.tsx';
import { Kbd } from '../../components/keys/kbd.tsx';
import { useShortcuts } from '../../components/keys/use-shortcuts.ts';
import { usePhone } from '../../phone-context.tsx';
import { SoundQuestion } from './sound-question.tsx';
import styles from './thank-you.module.css';
import { WrapUpLead, WrapUpStatusBar } from './wrap-up.tsx';

const c = classes(styles);

export function ThankYou() {
  const { send } = usePhone();
  const titleId = useId();
  const done = () => send({ type: 'doneClicked' });
  const addNote = () => send({ type: 'addNoteClicked' });
  useShortcuts({ Enter: done, N: addNote });
  return (
    <Screen labelledBy={titleId} view="thankyou">
      <WrapUpStatusBar id={titleId} title={t('thankYou.title')} />
      <Content>
        <WrapUpLead />
        <div className={c('done')}>
          <span className={c('disc')}>
            <Icon size={48} svg={check} />
          </span>
        </div>
        <SoundQuestion />
      </Content>
      <Dock>
        <Button aria-keyshortcuts="N" variant="quiet" onClick={addNote}>
          {t('thankYou.addNote')}
        </Button>
        <Button aria-keyshortcuts="Enter" variant="primary" onClick={done}>
          {t('thankYou.done')}
        </Button>
      </Dock>
      <Foot kind="keys">
        <Kbd keys={['N']} />
        <Kbd keys={['Enter']} />
      </Foot>
    </Screen>
  );
}
