import { classes } from '@offhook/design/classes';
import type { RulesForm } from '../../core/forms/rules-form.ts';
import { Card } from '../cards/card.tsx';
import type { Fields } from '../forms/fields.ts';
import styles from '../forms/form-page.module.css';
import { SwitchRow } from '../forms/switch-row.tsx';
import { TextField } from '../forms/text-field.tsx';

const c = classes(styles);

/** Which numbers may be called and texted, and how many calls an API key may order. */
export function NumberLimits({ text, flag }: Fields<RulesForm>) {
  return (
    <Card title="Numbers">
      <div className={c('fields', 'two')}>
        <TextField
          {...text('countries')}
          hint="Countries that may be called, such as US, CA. Leave blank for all."
          label="Countries"
        />
        <TextField
          {...text('key_calls')}
          hint="Per API key and minute. Leave blank for no limit."
          inputMode="numeric"
          label="Calls by API"
        />
      </div>
      <SwitchRow
        {...flag('premium')}
        description="Such as +1 900 or +44 845. The caller pays far more than for other calls."
        label="Allow premium-rate numbers"
      />
      <SwitchRow
        {...flag('shared_cost')}
        description="Such as +49 137 or +44 70."
        label="Allow shared-cost and personal numbers"
      />
      <SwitchRow
        {...flag('satellite')}
        description="+870, +881, +882 and +883."
        label="Allow satellite and international network numbers"
      />
    </Card>
  );
}
