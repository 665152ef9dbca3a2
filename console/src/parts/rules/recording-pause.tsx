import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import type { RulesForm } from '../../core/forms/rules-form.ts';
import { Card } from '../cards/card.tsx';
import type { Fields } from '../forms/fields.ts';
import styles from '../forms/form-page.module.css';
import { SwitchRow } from '../forms/switch-row.tsx';
import { TextField } from '../forms/text-field.tsx';

const c = classes(styles);

export function RecordingPause({ form, text, flag }: Fields<RulesForm> & { readonly form: RulesForm }) {
  return (
    <Card title={t('rules.pause')}>
      <SwitchRow
        {...flag('may_pause')}
        description={t('rules.pause.hint')}
        label={t('rules.pause.allowed')}
      />
      {form.may_pause && (
        <div className={c('fields', 'two')}>
          <TextField
            {...text('pause_minutes')}
            hint={t('rules.pause.minutes.hint')}
            inputMode="numeric"
            label={t('rules.pause.minutes')}
          />
        </div>
      )}
    </Card>
  );
}
