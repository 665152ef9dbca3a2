import type { ConsoleText } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import styles from '../cards/entries.module.css';
import { Moment } from '../cards/moment.tsx';

const c = classes(styles);

/** Text messages with a lead, and what became of them. */
export function Texts({ texts }: { readonly texts: readonly ConsoleText[] }) {
  return (
    <ul className={c('entries')}>
      {texts.map((text) => (
        <li className={c('entry')} key={text.id}>
          <p className={c('words')} dir="auto">
            {text.body}
          </p>
          <p className={c('about')}>
            {text.direction === 'inbound' ? 'From the lead' : (text.user?.full_name ?? 'Sent by itself')},{' '}
            {text.not_sent_reason === null
              ? (text.delivery ?? text.status)
              : `not sent: ${text.not_sent_reason}`}
            , <Moment at={text.created_at} />
          </p>
        </li>
      ))}
    </ul>
  );
}
