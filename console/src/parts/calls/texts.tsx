import type { ConsoleText } from '@offhook/contract/console/call-entities';
import { classes } from '@offhook/design/classes';
import { rich } from '@offhook/i18n/console';
import { textSender, textStatus } from '../../core/leads/text-names.ts';
import styles from '../cards/entries.module.css';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';

const c = classes(styles);

/** Texts with a lead, and whether they were delivered. */
export function Texts({ texts }: { readonly texts: readonly ConsoleText[] }) {
  return (
    <ul className={c('entries')}>
      {texts.map((text) => (
        <li className={c('entry')} key={text.id}>
          <p className={c('text')} dir="auto">
            {text.body}
          </p>
          <p className={c('detail')}>
            <Rich
              parts={rich('text.entry', {
                sender: textSender(text),
                status: textStatus(text),
                time: <Moment at={text.created_at} />,
              })}
            />
          </p>
        </li>
      ))}
    </ul>
  );
}
