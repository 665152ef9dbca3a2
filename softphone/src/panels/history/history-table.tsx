import type { HistoryItem } from '@offhook/contract/calls/history';
import type { Callback } from '@offhook/contract/leads/callbacks';
import { classes } from '@offhook/design/classes';
import { ROOMY, useMedia } from '@offhook/design/use-media';
import { zoneForHeading } from '@offhook/i18n/formats';
import { t } from '@offhook/i18n/phone';
import { useState } from 'react';
import { callbackLabel } from '../../core/lists/callback-rows.ts';
import { historyRow, removedNumbers } from '../../core/lists/history-rows.ts';
import type { PersonPrefill } from '../../core/screen/screen-state.ts';
import { isOnline } from '../../core/session/offline.ts';
import { usePhone } from '../../phone-context.tsx';
import { useCallbacks } from '../../queries.ts';
import styles from './history.module.css';
import { HistoryRow } from './history-row.tsx';

const c = classes(styles);

interface Props {
  readonly items: readonly HistoryItem[];
  readonly accountId: number;
  readonly onLead: (prefill: PersonPrefill) => void;
}

export function HistoryTable({ items, accountId, onLead }: Props) {
  const roomy = useMedia(ROOMY);
  const zone = zoneForHeading(Date.now());
  const { state } = usePhone();
  const { data: callbacks } = useCallbacks(isOnline(state));
  const [callingBackId, setCallingBackId] = useState<number | null>(null);
  const [openId, setOpenId] = useState<number | null>(null);
  const removed = removedNumbers(items);
  return (
    <table className={c('table', roomy && 'roomy')}>
      <caption className={zone === null || roomy ? 'visually-hidden' : c('caption')}>
        <span className="visually-hidden">{t('history.title')}</span>
        {zone !== null && !roomy && t('history.timeZone', { zone })}
      </caption>
      <thead className={roomy ? undefined : 'visually-hidden'}>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('history.direction')}</span>
          </th>
          <th scope="col">{t(roomy ? 'history.lead' : 'history.call')}</th>
          {roomy && <th scope="col">{t('history.status')}</th>}
          {roomy && <th scope="col">{zone === null ? t('history.time') : t('history.timeIn', { zone })}</th>}
          {roomy && <th scope="col">{t('history.agent')}</th>}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <HistoryRow
            agentChannel={item.agent_channel ?? 0}
            callbackText={callbackText(callbacks, item)}
            callingBack={callingBackId === item.id}
            onCallBack={
              callbacks && !removed.has(item.lead?.phone_number ?? '')
                ? () => setCallingBackId(callingBackId === item.id ? null : item.id)
                : null
            }
            key={item.id}
            onLead={onLead}
            onOpen={() => setOpenId(item.id)}
            open={openId === item.id}
            roomy={roomy}
            row={historyRow(item, accountId)}
            seconds={item.seconds}
          />
        ))}
      </tbody>
    </table>
  );
}

function callbackText(callbacks: readonly Callback[] | undefined, { lead }: HistoryItem): string | null {
  const callback = callbacks?.find((one) => one.lead.phone_number === lead?.phone_number);
  return callback ? callbackLabel(callback, Date.now()) : null;
}
