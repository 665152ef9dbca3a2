import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/phone';
import { useEffect, useId, useRef, useState } from 'react';
import { takeFocus } from '../components/frame/take-focus.ts';
import { useNow } from '../components/time/use-now.ts';
import { type CallbackRow, callbackRow } from '../core/lists/callback-rows.ts';
import { isOnline } from '../core/session/offline.ts';
import { usePhone } from '../phone-context.tsx';
import { useCallbacks } from '../queries.ts';
import CallbackPicker from './callback-picker.tsx';
import styles from './callbacks.module.css';

const c = classes(styles);

/** Without a click on All. More would push the phone's status out of view. */
const MAX_SHOWN = 1;

/** The agent's callbacks, while they wait. */
export default function MyCallbacks() {
  const { state } = usePhone();
  const titleId = useId();
  const [all, setAll] = useState(false);
  const { data = [] } = useCallbacks(isOnline(state));
  const now = useNow(data.length > 0);
  const [changing, setChanging] = useState<number | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const lastChanged = useRef<number | null>(null);
  // The row may disappear as its choice of a time closes.
  useEffect(() => {
    const before = lastChanged.current;
    const isOpen = data.some(({ id }) => id === changing);
    lastChanged.current = isOpen ? changing : null;
    if (!isOpen && changing !== null) setChanging(null);
    if (isOpen || before === null || document.activeElement !== document.body) return;
    const row = document.querySelector<HTMLElement>(`[data-callback="${before}"]`);
    const place = row ?? heading.current ?? document.querySelector<HTMLElement>('[data-view]');
    takeFocus(place);
  }, [data, changing]);
  const accountId = state.session.name === 'agent' ? state.session.user.account_id : 0;
  if (data.length === 0) return null;
  const shown = all ? data : data.slice(0, MAX_SHOWN);
  return (
    <section aria-labelledby={titleId} className={c('card')}>
      <div className={c('head')}>
        <h2 className={c('title')} id={titleId} ref={heading} tabIndex={-1}>
          {t('callback.mine')}
        </h2>
        {data.length > MAX_SHOWN && (
          <button aria-expanded={all} className={c('action')} onClick={() => setAll(!all)} type="button">
            {all ? t('callback.fewer') : t('callback.all', { count: data.length })}
          </button>
        )}
      </div>
      <ul className={c('list')}>
        {shown.map((callback) => (
          <Row
            changing={changing === callback.id}
            key={callback.id}
            onChanging={(change) => setChanging(change ? callback.id : null)}
            row={callbackRow(callback, accountId, now)}
          />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  readonly row: CallbackRow;
  readonly changing: boolean;
  readonly onChanging: (changing: boolean) => void;
}

function Row({ row, changing, onChanging }: RowProps) {
  const { send } = usePhone();
  const { name, when, own, soon, missed, isForTeam } = row;
  if (changing)
    return (
      <li className={c('row')}>
        <p className={c('name')}>{name}</p>
        <CallbackPicker callId={row.callId} onClose={() => onChanging(false)} />
      </li>
    );
  return (
    <li className={c('row')}>
      <div className={c('line')}>
        <bdi className={c('name')}>{name}</bdi>
        {soon !== null && <span className={c('chip')}>{soon}</span>}
      </div>
      <div className={c('line')}>
        <p className={c('second')}>
          {[missed, when, own, isForTeam && t('callback.forTeam'), row.moved].filter(Boolean).join(' · ')}
        </p>
        <div className={c('actions')}>
          <button
            aria-label={t('callback.callNowTo', { name })}
            className={c('action')}
            onClick={() => send({ type: 'historyLeadClicked', ...row.prefill })}
            type="button"
          >
            {t('callback.callNow')}
          </button>
          <button
            aria-label={t('callback.changeOf', { name })}
            className={c('action')}
            data-callback={row.id}
            onClick={() => onChanging(true)}
            type="button"
          >
            {t('callback.change')}
          </button>
        </div>
      </div>
    </li>
  );
}
