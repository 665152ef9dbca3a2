import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import type { RulesForm, RulesProblems } from '../../core/forms/rules-form.ts';
import type { Fields } from '../forms/fields.ts';
import styles from '../forms/form-page.module.css';
import { MinuteSelect } from '../forms/minute-select.tsx';
import { SwitchRow } from '../forms/switch-row.tsx';

const c = classes(styles);

interface Props extends Fields<RulesForm> {
  readonly problems: RulesProblems;
}

export function TextingRules({ form, problems, minute, flag }: Props) {
  return (
    <>
      <SwitchRow
        {...flag('has_texting_hours')}
        description={t('rules.textHours.hint')}
        label={t('rules.textHours')}
      />
      {form.has_texting_hours && (
        <div className={c('fields', 'three', 'after')}>
          <MinuteSelect {...minute('texting_from_minute')} label={t('rules.textsFrom')} />
          <MinuteSelect {...minute('texting_to_minute')} label={t('rules.textsUntil')} />
        </div>
      )}
      <SwitchRow
        {...flag('texts_need_consent')}
        description={t('rules.textConsent.hint')}
        label={t('rules.textConsent')}
      />
      {problems.texting && <p className={c('wrong')}>{problems.texting}</p>}
    </>
  );
}
