import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/phone';
import { leadView } from '../core/lead/lead-view.ts';
import type { Conversation } from '../core/screen/screen-state.ts';
import { usePhone } from '../phone-context.tsx';
import { useLeadStory } from '../queries.ts';
import styles from './notes.module.css';

const c = classes(styles);

/** While it rings in a narrow window: the number of a caller who isn't a lead, and the last note. */
export default function RingNote({ conversation }: { readonly conversation: Conversation }) {
  const { state } = usePhone();
  const { data } = useLeadStory(conversation);
  if (!data) return null;
  // A colleague's words stand above the card and hold the last note.
  const note = conversation.inviter?.note ? null : leadView(state, data, 0).lastNote;
  return (
    <>
      {data.caller_number && (
        <p className={c('ringCaller')}>
          <bdi dir="ltr">{data.caller_number}</bdi>
        </p>
      )}
      {note && (
        <p className={c('ringNote')}>
          <strong>{t('lead.lastNote')}</strong> <bdi>{note.by}</bdi>
          <span className={c('content')}>{note.content}</span>
        </p>
      )}
    </>
  );
}
