import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/phone';
import { leadView } from '../core/lead/lead-view.ts';
import type { Conversation } from '../core/screen/screen-state.ts';
import { usePhone } from '../phone-context.tsx';
import { useLeadStory } from '../queries.ts';
import styles from './notes.module.css';

const c = classes(styles);

/** While it rings in a narrow window. */
export default function RingNote({ conversation }: { readonly conversation: Conversation }) {
  const { state } = usePhone();
  const { data } = useLeadStory(conversation);
  const note = data && leadView(state, data, 0).lastNote;
  if (!note) return null;
  return (
    <p className={c('ringNote')}>
      <strong>{t('lead.lastNote')}</strong> <bdi>{note.by}</bdi>
      <span className={c('content')}>{note.content}</span>
    </p>
  );
}
