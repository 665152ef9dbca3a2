import call from '@offhook/design/icons/call.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { leftForm } from '../../core/forms/typed.ts';
import { usePhone } from '../../phone-context.tsx';
import { Reminder } from './reminder.tsx';

/** Offers a New Call that was left or interrupted. */
export function LeftForm() {
  const { state, send } = usePhone();
  const form = leftForm(state);
  if (!form) return null;
  const about = form.refusal ?? form.about;
  return (
    <Reminder
      about={about}
      action="Continue"
      icon={<Icon svg={call} />}
      onAction={() => send({ type: 'navClicked', item: 'new_call' })}
      onDiscard={() => send({ type: 'formDiscarded' })}
      tip={about}
      title={form.refusal === null ? 'Unfinished call' : `Call not placed: ${form.about}`}
      wraps
    />
  );
}
