import { classes } from '@offhook/design/classes';
import type { RulesForm, RulesProblems } from '../../core/forms/rules-form.ts';
import styles from '../forms/form-page.module.css';
import { MinuteSelect } from '../forms/minute-select.tsx';
import { SwitchRow } from '../forms/switch-row.tsx';

const c = classes(styles);

interface Props {
  readonly form: RulesForm;
  readonly problems: RulesProblems;
  readonly set: (changes: Partial<RulesForm>) => void;
}

/** When texts may be sent, and which leads get them. */
export function TextingRules({ form, problems, set }: Props) {
  return (
    <>
      <SwitchRow
        description="Off: texts are sent during the hours of calls."
        label="Separate hours for texts"
        on={form.own_texting}
        onSwitch={(own_texting) => set({ own_texting })}
      />
      {form.own_texting && (
        <div className={c('fields', 'three', 'after')}>
          <MinuteSelect
            label="No texts before"
            minute={form.texting_from_minute}
            onChange={(minute) => set({ texting_from_minute: minute })}
          />
          <MinuteSelect
            label="No texts after"
            minute={form.texting_to_minute}
            onChange={(minute) => set({ texting_to_minute: minute })}
          />
        </div>
      )}
      <SwitchRow
        description="Agents and automatic texts skip leads who have not agreed to texts."
        label="Require consent for texts"
        on={form.texts_need_consent}
        onSwitch={(texts_need_consent) => set({ texts_need_consent })}
      />
      {problems.texting && <p className={c('wrong')}>{problems.texting}</p>}
    </>
  );
}
