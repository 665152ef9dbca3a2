import type { ConsoleLeadDetail } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { Link } from 'react-router';
import { LISTED_BY } from '../../core/leads/do-not-call-words.ts';
import { Moment } from '../cards/moment.tsx';
import styles from '../forms/form-page.module.css';

const c = classes(styles);

/** The list and the lead's own mark do not know of each other: the one bars the number while the other is off. */
export function ListedNumber({ lead: { listing } }: { readonly lead: ConsoleLeadDetail }) {
  if (!listing) return null;
  return (
    <p className={c('plain', 'after')}>
      This number is on the do-not-call list ({LISTED_BY[listing.source]}, <Moment at={listing.since} />
      ). It is never called or texted until it is removed from the list under{' '}
      <Link to="/calling-rules">Calling rules</Link>.
    </p>
  );
}
