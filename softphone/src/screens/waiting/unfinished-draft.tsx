import editNote from '@offhook/design/icons/edit_note.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import sms from '@offhook/design/icons/sms.svg?raw';
import { t } from '@offhook/i18n/phone';
import { unfinishedDraft } from '../../core/forms/typed.ts';
import { usePhone } from '../../phone-context.tsx';
import { Reminder } from './reminder.tsx';

const KINDS = {
  note: { icon: editNote, title: 'draft.note' },
  sms: { icon: sms, title: 'draft.sms' },
} as const;

export function UnfinishedDraft() {
  const { state, send } = usePhone();
  const draft = unfinishedDraft(state);
  if (!draft) return null;
  const { icon, title } = KINDS[draft.kind];
  const { id } = draft;
  const about = draft.contact || draft.text;
  return (
    <Reminder
      detail={about}
      action={t('draft.continue')}
      icon={<Icon svg={icon} />}
      onAction={() => send({ type: 'draftOpened', id })}
      onDiscard={() => send({ type: 'draftDiscarded', id })}
      tip={about}
      title={t(title)}
    />
  );
}
