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
  readonly onUse: () => void;
  readonly onDismiss: () => void;
}

export function OfferedPerson({ person, onUse, onDismiss }: Props) {
  return (
    <div aria-live="polite" className={c('place')}>
      {person && (
        <div className={c('offer')}>
          <button className={c('use')} onClick={onUse} type="button">
            {t('newCall.use', { name: nameOf(person) })}
          </button>
          <IconButton icon={close} name={t('common.dismiss')} onClick={onDismiss} />
        </div>
      )}
    </div>
  );
}

function nameOf({ fname, lname, phoneNumber, country }: PersonForm): string {
  return `${fname} ${lname}`.trim() || formatTyping(phoneNumber, country ?? '', numbering);
}
