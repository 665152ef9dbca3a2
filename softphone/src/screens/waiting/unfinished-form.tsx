import call from '@offhook/design/icons/call.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/phone';
import { unfinishedForm } from '../../core/forms/typed.ts';
import { usePhone } from '../../phone-context.tsx';
import { Reminder } from './reminder.tsx';

export function UnfinishedForm() {
  const { state, send } = usePhone();
  const form = unfinishedForm(state);
  if (!form) return null;
  const about = form.refusal ?? form.contact;
  return (
    <Reminder
      detail={about}
      action={t('draft.continue')}
      icon={<Icon svg={call} />}
      onAction={() => send({ type: 'navClicked', item: 'new_call' })}
      onDiscard={() => send({ type: 'formDiscarded' })}
      tip={about}
      title={
        form.refusal === null ? t('draft.unfinishedCall') : t('draft.failedCall', { name: form.contact })
      }
      wraps
    />
  );
}
