import { classes } from '@offhook/design/classes';
import block from '@offhook/design/icons/block.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import phoneInTalk from '@offhook/design/icons/phone_in_talk-fill.svg?raw';
import schedule from '@offhook/design/icons/schedule.svg?raw';
import type { CallVerdict } from '../../core/forms/call-verdict.ts';
import styles from './verdict.module.css';

const c = classes(styles);

const ICONS = { allowed: schedule, later: schedule, busy: phoneInTalk, barred: block } as const;

interface Props {
  readonly id: string;
  readonly verdict: CallVerdict | null;
}

export function Verdict({ id, verdict }: Props) {
  return (
    <p className={c('verdict', verdict?.kind)} id={id} role="status">
      {verdict?.text && (
        <>
          <Icon svg={ICONS[verdict.kind]} />
          <span>{verdict.text}</span>
        </>
      )}
    </p>
  );
}
