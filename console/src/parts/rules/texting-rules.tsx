import { classes } from '@offhook/design/classes';
import type { RulesForm, RulesProblems } from '../../core/forms/rules-form.ts';
import type { Fields } from '../forms/fields.ts';
import styles from '../forms/form-page.module.css';
import { MinuteSelect } from '../forms/minute-select.tsx';
import { SwitchRow } from '../forms/switch-row.tsx';

const c = classes(styles);

interface Props extends Fields<RulesForm> {
  readonly problems: RulesProblems;
}

/** When texts may be sent, and which leads get them. */
export function TextingRules({ form, problems, minute, flag }: Props) {
  return (
    <>
      <SwitchRow
        {...flag('own_texting')}
        description="Off: texts are sent during the hours of calls."
        label="Separate hours for texts"
      />
      {form.own_texting && (
        <div className={c('fields', 'three', 'after')}>
          <MinuteSelect {...minute('texting_from_minute')} label="No texts before" />
          <MinuteSelect {...minute('texting_to_minute')} label="No texts after" />
        </div>
      )}
      <SwitchRow
        {...flag('texts_need_consent')}
        description="Agents and automatic texts skip leads who have not agreed to texts."
        label="Require consent for texts"
      />
      {problems.texting && <p className={c('wrong')}>{problems.texting}</p>}
    </>
  );
}
