import { classes } from '@offhook/design/classes';
import error from '@offhook/design/icons/error-fill.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { statusIcon } from '@offhook/design/icons/status-icons';
import { t } from '@offhook/i18n/phone';
import { Rings, RingsDisc } from '../../components/call/rings.tsx';
import { doNotDisturb, statusTitle } from '../../components/status/status-texts.ts';
import { useNow } from '../../components/time/use-now.ts';
import { countText } from '../../core/phone-text.ts';
import { isSetByAdministrator, minutesLeft, type OtherStatus } from '../../core/session/status/own-status.ts';
import styles from './other-status.module.css';

const c = classes(styles);

export function OtherStatusRings({ status }: { readonly status: OtherStatus }) {
  return (
    <Rings dashed>
      <RingsDisc icon={statusIcon(status.choice ?? doNotDisturb)} />
    </Rings>
  );
}

/** @param small below a lead that the agent is waiting for */
export function OtherStatusLine({
  status,
  small,
}: {
  readonly status: OtherStatus;
  readonly small: boolean;
}) {
  const now = useNow(true);
  const minutes = minutesLeft(status, now);
  const isOver = minutes !== null && 'over' in minutes;
  return (
    <div className={c('status', small && 'small')} data-part="status">
      <h2 className={c('label')} dir="auto">
        {statusTitle(status.choice ?? doNotDisturb)}
      </h2>
      <div className={c('timer')} role="timer">
        <bdi dir="ltr">{countText(status.since, now)}</bdi>
      </div>
      <p className={c('line', isOver && 'over')}>
        {isOver && <Icon size={18} svg={error} />}
        <span>{lineText(status, minutes)}</span>
      </p>
    </div>
  );
}

function lineText(status: OtherStatus, minutes: ReturnType<typeof minutesLeft>): string {
  if (isSetByAdministrator(status)) return t('status.setByAdministrator');
  if (minutes === null) return t('status.noCalls');
  return 'over' in minutes
    ? t('status.over', { minutes: minutes.over })
    : t('status.left', { minutes: minutes.left });
}
