import { classes } from '@offhook/design/classes';
import event from '@offhook/design/icons/event.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { t } from '@offhook/i18n/phone';
import { useEffect, useId, useRef, useState } from 'react';
import { Kbd } from '../components/keys/kbd.tsx';
import { useNow } from '../components/time/use-now.ts';
import { callbackTime } from '../core/lists/callback-rows.ts';
import { useCallbackOffer } from '../queries.ts';
import CallbackPicker from './callback-picker.tsx';
import styles from './callbacks.module.css';

const c = classes(styles);

interface Props {
  readonly callId: number;
  /** Null: no key. */
  readonly shortcut?: string | null;
  readonly onOpen?: (open: boolean) => void;
}

/** Shows the lead's callback, or the button that sets one. Absent where the server offers none. */
export default function CallBack({ callId, shortcut = null, onOpen }: Props) {
  const [open, setOpen] = useState(false);
  const { data } = useCallbackOffer(callId);
  const now = useNow(data !== undefined);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const movedId = useId();
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus({ preventScroll: true });
    wasOpen.current = open;
    onOpen?.(open);
  }, [open, onOpen]);
  const show = () => setOpen(true);
  useShortcuts(shortcut === null ? {} : { [shortcut]: open || !data ? null : show });
  if (open) return <CallbackPicker callId={callId} onClose={() => setOpen(false)} />;
  if (!data) return null;
  const { callback } = data;
  const time = callback && callbackTime(callback.at, callback.time_zone, now);
  return (
    <>
      <button
        aria-describedby={callback?.moved ? movedId : undefined}
        aria-keyshortcuts={shortcut ?? undefined}
        className={c('callBack', callback && 'set')}
        onClick={show}
        ref={button}
        type="button"
      >
        <Icon svg={event} />
        <span className={c('label')}>
          {time ? t('callback.setFor', { when: time.when }) : t('callback.action')}
        </span>
        {time && <span className={c('change')}>{t('callback.change')}</span>}
        {shortcut !== null && <Kbd keys={[shortcut]} />}
      </button>
      <p className={c('second')} id={movedId} role="status">
        {callback && [time?.own, callback.moved].filter(Boolean).join(' · ')}
      </p>
    </>
  );
}
