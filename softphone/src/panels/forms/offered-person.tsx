import { formatTyping } from '@offhook/contract/phone-numbers/phone-number';
import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import close from '@offhook/design/icons/close.svg?raw';
import { t } from '@offhook/i18n/phone';
import type { PersonForm } from '../../core/screen/screen-state.ts';
import { numbering } from '../../phone-input/numbering.ts';
import styles from './offered-person.module.css';

const c = classes(styles);

interface Props {
  readonly person: PersonForm | null;
  /** Who is in the form. */
  readonly current: PersonForm;
  readonly onUse: () => void;
  readonly onDismiss: () => void;
}

export function OfferedPerson({ person, current, onUse, onDismiss }: Props) {
  return (
    <div aria-live="polite" className={c('place')}>
      {person && (
        <div className={c('offer')}>
          <button className={c('use')} onClick={onUse} type="button">
            {t('newCall.use', { name: nameOf(person, current) })}
          </button>
          <IconButton icon={close} name={t('common.dismiss')} onClick={onDismiss} />
        </div>
      )}
    </div>
  );
}

/** The number, if the name doesn't tell the two apart. */
function nameOf(person: PersonForm, current: PersonForm): string {
  const name = fullName(person);
  const isClear = name !== '' && (name !== fullName(current) || person.phoneNumber.trim() === '');
  return isClear ? name : formatTyping(person.phoneNumber, person.country ?? '', numbering);
}

function fullName({ fname, lname }: PersonForm): string {
  return `${fname.trim()} ${lname.trim()}`.trim();
}
