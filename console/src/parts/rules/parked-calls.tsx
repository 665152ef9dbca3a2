import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import type { RulesForm } from '../../core/forms/rules-form.ts';
import { Card } from '../cards/card.tsx';
import type { Fields } from '../forms/fields.ts';
import styles from '../forms/form-page.module.css';
import { TextField } from '../forms/text-field.tsx';

const c = classes(styles);

export function ParkedCalls({ text }: Fields<RulesForm>) {
  return (
    <Card title={t('rules.park')}>
      <div className={c('fields', 'two')}>
        <TextField
          {...text('park_minutes')}
          hint={t('rules.park.minutes.hint')}
          inputMode="numeric"
          label={t('rules.park.minutes')}
        />
      </div>
    </Card>
  );
}
