import type { ConsoleLeadDetail } from '@offhook/contract/console/leads/lead-entities';
import { classes } from '@offhook/design/classes';
import { rich } from '@offhook/i18n/console';
import { Link } from 'react-router';
import { sourceText } from '../../core/leads/do-not-call-text.ts';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';
import styles from '../forms/form-page.module.css';

const c = classes(styles);

/** The list and the lead's “Do not call” setting are independent: either one blocks the number. */
export function ListedNumber({ lead: { listing } }: { readonly lead: ConsoleLeadDetail }) {
  if (!listing) return null;
  return (
    <p className={c('plain', 'after')}>
      <Rich
        parts={rich('doNotCall.listed', {
          source: sourceText(listing.source),
          time: <Moment at={listing.since} />,
          link: (text) => <Link to="/do-not-call">{text}</Link>,
        })}
      />
    </p>
  );
}
