import { classes } from '@offhook/design/classes';
import { keyLabel } from '@offhook/design/forms/key-label';
import check from '@offhook/design/icons/check_circle-fill.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/phone';
import { useEffect, useId, useRef, useState } from 'react';
import { SmallButton } from '../components/buttons/small-button.tsx';
import { takeFocus } from '../components/frame/take-focus.ts';
import { shouldAskToNotify } from '../core/audio/should-ask-to-notify.ts';
import {
  closed,
  GUIDE_KEYS,
  GUIDE_STEPS,
  type Guide,
  type GuideStep,
  NEW_GUIDE,
  shownGuide,
  withDone,
  withNextStep,
} from '../core/screen/guide.ts';
import { usePhone, useSoundCheck } from '../phone-context.tsx';
import { useHasCalls } from '../queries.ts';
import styles from './first-day-guide.module.css';
import { readGuide, writeGuide } from './stored-guide.ts';

const c = classes(styles);

export interface GuideProps {
  /** Each increase starts the guide over. */
  readonly starts: number;
  readonly helpOpened: boolean;
  readonly onKeys: () => void;
}

/** Part of the waiting view, so a ring takes its place, and it comes back at the same step. */
export default function FirstDayGuide({ starts, helpOpened, onKeys }: GuideProps) {
  const { state, send } = usePhone();
  const sound = useSoundCheck().step;
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const userId = state.session.name === 'agent' ? state.session.user.id : 0;
  const [stored, setStored] = useState(() => readGuide(userId));
  const hasCalls = useHasCalls(userId, stored === null || stored.isOpen).data ?? null;
  const shown = shownGuide(stored, hasCalls);
  const guide = shown && withDone(shown, state, { sound, hasCalls: hasCalls === true, helpOpened });
  const save = (next: Guide) => {
    // The focused button disappears with the guide.
    if (!next.isOpen) takeFocus(title.current?.closest<HTMLElement>('[data-view]'));
    writeGuide(userId, next);
    setStored(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: saved when it changes
  useEffect(() => {
    if (guide && guide !== stored) save(guide);
  }, [guide]);
  const started = useRef(starts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts over only when asked
  useEffect(() => {
    if (started.current === starts) return;
    started.current = starts;
    save(NEW_GUIDE);
    // After the closing dialog, which gives the focus back.
    const frame = requestAnimationFrame(() => title.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [starts]);
  if (!guide) return null;
  const number = GUIDE_STEPS.indexOf(guide.at) + 1;
  const act = actionOf(guide.at);
  return (
    <section aria-labelledby={titleId} className={c('card')} data-part="guide">
      <div className={c('head')}>
        <h2 className={c('title')} id={titleId} ref={title} tabIndex={-1}>
          {t('guide.title')}
        </h2>
        {number < GUIDE_STEPS.length && (
          <button className={c('skip')} onClick={() => save(closed(guide))} type="button">
            {t('guide.skip')}
          </button>
        )}
      </div>
      <div aria-live="polite" className={c('step')}>
        <p className={c('count')}>
          {t('guide.step', { number, count: GUIDE_STEPS.length })}
          {guide.done.includes(guide.at) && (
            <span className={c('done')}>
              <Icon svg={check} />
              {t('guide.done')}
            </span>
          )}
        </p>
        <h3 className={c('name')}>{t(`guide.${guide.at}.title`)}</h3>
        <p>{textOf(guide.at)}</p>
        {guide.at === 'help' && (
          <a className={c('link')} href={`${t('help.address')}#first-day`} rel="noopener" target="_blank">
            {t('guide.help.page')}
          </a>
        )}
      </div>
      <div className={c('choices')}>
        {act && (
          <SmallButton onClick={act.run} variant="quiet">
            {act.name}
          </SmallButton>
        )}
        <SmallButton onClick={() => save(withNextStep(guide))} variant={act ? 'plain' : 'quiet'}>
          {t(number === GUIDE_STEPS.length ? 'guide.finish' : 'guide.next')}
        </SmallButton>
      </div>
    </section>
  );

  function actionOf(step: GuideStep): { readonly name: string; readonly run: () => void } | null {
    if (step === 'sound') {
      return {
        name: t('guide.sound.action'),
        run: () => send({ type: 'navClicked', item: 'settings' }),
      };
    }
    // The card beside it has the same button.
    if (step === 'notify' && state.audio.notify === 'default' && !shouldAskToNotify(state)) {
      return { name: t('notifications.allow'), run: () => send({ type: 'allowNotificationsClicked' }) };
    }
    return step === 'help' ? { name: t('keys.title'), run: onKeys } : null;
  }
}

function textOf(step: GuideStep): string {
  const key = (name: keyof typeof GUIDE_KEYS) => keyLabel(GUIDE_KEYS[name]);
  switch (step) {
    case 'sound':
    case 'notify':
      return t(`guide.${step}.text`);
    case 'available':
      return t('guide.available.text', { status: key('status'), call: key('call'), ignore: key('ignore') });
    case 'call':
      return t('guide.call.text', { mute: key('mute'), hold: key('hold'), hangUp: key('hangUp') });
    case 'help':
      return t('guide.help.text', { keys: key('keys'), palette: key('palette') });
    default:
      return step satisfies never;
  }
}
