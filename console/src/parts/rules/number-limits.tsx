import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import type { RulesForm } from '../../core/forms/rules-form.ts';
import { Card } from '../cards/card.tsx';
import type { Fields } from '../forms/fields.ts';
import styles from '../forms/form-page.module.css';
import { SwitchRow } from '../forms/switch-row.tsx';
import { TextField } from '../forms/text-field.tsx';

const c = classes(styles);

export function NumberLimits({ text, flag }: Fields<RulesForm>) {
  return (
    <Card title={t('rules.numbers')}>
      <div className={c('fields', 'two')}>
        <TextField {...text('countries')} hint={t('rules.countries.hint')} label={t('rules.countries')} />
        <TextField
          {...text('key_calls')}
          hint={t('rules.apiLimit.hint')}
          inputMode="numeric"
          label={t('rules.apiLimit')}
        />
      </div>
      <SwitchRow {...flag('premium')} description={t('rules.premium.hint')} label={t('rules.premium')} />
      <SwitchRow
        {...flag('shared_cost')}
        description={t('rules.sharedCost.hint')}
        label={t('rules.sharedCost')}
      />
      <SwitchRow
        {...flag('satellite')}
        description={t('rules.satellite.hint')}
        label={t('rules.satellite')}
      />
    </Card>
  );
}
