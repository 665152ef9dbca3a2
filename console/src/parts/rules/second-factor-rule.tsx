import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import type { RulesForm } from '../../core/forms/rules-form.ts';
import { Card } from '../cards/card.tsx';
import { Choice } from '../forms/choice.tsx';
import type { Fields } from '../forms/fields.ts';
import styles from '../forms/form-page.module.css';

const c = classes(styles);

export function SecondFactorRule({ choice }: Fields<RulesForm>) {
  return (
    <Card beside={t('rules.secondFactor.hint')} title={t('rules.secondFactor')}>
      <div className={c('fields', 'two')}>
        <Choice
          {...choice('second_factor')}
          choices={[
            ['none', t('rules.secondFactor.none')],
            ['admins', t('rules.secondFactor.admins')],
            ['everyone', t('rules.secondFactor.everyone')],
          ]}
          label={t('rules.secondFactor.who')}
        />
      </div>
    </Card>
  );
}
