import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Select } from '@offhook/design/forms/field.tsx';
import { isSameZone } from '@offhook/i18n/formats';
import { localeSettings, t } from '@offhook/i18n/language-and-time';
import { computerTimeZone } from '@offhook/i18n/time-zones';
import { useId } from 'react';
import { localeOfUser } from '../../follow-locale.ts';
import { usePhone } from '../../phone-context.tsx';
import { useSetLocale } from '../../queries.ts';
import styles from './settings.module.css';

const c = classes(styles);

/** Each choice is saved and applied immediately. */
export function LanguageAndTime() {
  const { state, send } = usePhone();
  const titleId = useId();
  const { mutate, error, isPending, variables } = useSetLocale((locale) =>
    send({ type: 'localeSaved', locale }),
  );
  const user = state.session.name === 'agent' ? state.session.user : null;
  // An older server has no such settings.
  if (user === null || user.time_zone === null) return null;
  const locale = isPending ? variables : { ...localeOfUser(user), time_zone: user.time_zone };
  const computerZone = computerTimeZone();
  return (
    <section aria-labelledby={titleId} className={c('group')}>
      <h3 className={c('title')} id={titleId}>
        {t('locale.title')}
      </h3>
      <Banner text={error?.message ?? null} />
      {localeSettings(locale, navigator.languages).map(({ field, label, value, choices, change }) => (
        <div key={field}>
          <Select label={label} onChange={({ target }) => mutate(change(target.value))} value={value}>
            {choices.map(([choice, name]) => (
              <option key={choice} value={choice}>
                {name}
              </option>
            ))}
          </Select>
          {field === 'time_zone' && !isSameZone(value, computerZone, Date.now()) && (
            <button className={c('link')} onClick={() => mutate(change(computerZone))} type="button">
              {t('locale.computerZone', { timeZone: computerZone })}
            </button>
          )}
        </div>
      ))}
    </section>
  );
}
