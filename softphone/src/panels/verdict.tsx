import block from '@material-symbols/svg-400/rounded/block.svg?raw';
import schedule from '@material-symbols/svg-400/rounded/schedule.svg?raw';
import { Icon } from '../components/icon.tsx';
import type { CallVerdict } from '../core/call-verdict.ts';
import { classes } from '../design/classes.ts';
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
