import { Icon } from '../components/icon.tsx';
import type { CallVerdict } from '../core/call-verdict.ts';
import { classes } from '../design/classes.ts';
import block from '../design/icons/block.svg?raw';
import schedule from '../design/icons/schedule.svg?raw';
import styles from './verdict.module.css';

const c = classes(styles);

interface Props {
  readonly id: string;
  readonly verdict: CallVerdict | null;
}

/** Why the number beside it had better not be called now, or must not be; nothing where it may. */
export function Verdict({ id, verdict }: Props) {
  return (
    <p className={c('verdict', verdict?.kind)} id={id} role="status">
      {verdict?.text && (
        <>
          <Icon svg={verdict.kind === 'barred' ? block : schedule} />
          <span>{verdict.text}</span>
        </>
      )}
    </p>
  );
}
