import { classes } from '@offhook/design/classes';
import type { RulesForm, RulesProblems } from '../../core/forms/rules-form.ts';
import { Card } from '../cards/card.tsx';
import styles from '../forms/form-page.module.css';
import { SwitchRow } from '../forms/switch-row.tsx';
import { TextField } from '../forms/text-field.tsx';

const c = classes(styles);

interface Props {
  readonly form: RulesForm;
  readonly problems: RulesProblems;
  readonly set: (changes: Partial<RulesForm>) => void;
}

/** Which numbers may be called and texted, and how many calls an API key may order. */
export function NumberLimits({ form, problems, set }: Props) {
  return (
    <Card title="Numbers">
      <div className={c('fields', 'two')}>
        <TextField
          error={problems.countries ?? null}
          hint="Countries that may be called, such as US, CA. Leave blank for all."
          label="Countries"
          onText={(countries) => set({ countries })}
          value={form.countries}
        />
        <TextField
          error={problems.keyCalls ?? null}
          hint="Per API key and minute. Leave blank for no limit."
          inputMode="numeric"
          label="Calls by API"
          onText={(key_calls) => set({ key_calls })}
          value={form.key_calls}
        />
      </div>
      <SwitchRow
        description="Such as +1 900 or +44 845. The caller pays far more than for other calls."
        label="Allow premium-rate numbers"
        on={form.premium}
        onSwitch={(premium) => set({ premium })}
      />
      <SwitchRow
        description="Such as +49 137 or +44 70."
        label="Allow shared-cost and personal numbers"
        on={form.shared_cost}
        onSwitch={(shared_cost) => set({ shared_cost })}
      />
      <SwitchRow
        description="+870, +881, +882 and +883."
        label="Allow satellite and international network numbers"
        on={form.satellite}
        onSwitch={(satellite) => set({ satellite })}
      />
    </Card>
  );
}
