import { CALL_DIRECTIONS } from '@offhook/contract/calls/call-kinds';
import { WEBHOOK_EVENT_NAMES } from '@offhook/contract/webhook-events';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { useId } from 'react';
import { withChoice } from '../../core/forms/choices.ts';
import { eventName, RESULTS, type WebhookForm } from '../../core/forms/integrations/webhook-form.ts';
import { directionName, resultName } from '../../core/leads/call-names.ts';
import { useApiQuery } from '../../queries.ts';
import { TextField } from '../forms/text-field.tsx';
import styles from './webhook-fields.module.css';

const c = classes(styles);

interface Props {
  readonly form: WebhookForm;
  readonly set: (fields: Partial<WebhookForm>) => void;
}

export function WebhookFields({ form, set }: Props) {
  const teams = useApiQuery('listTeams', {});
  const all = teams.data?.data.map(({ id }) => id) ?? [];
  return (
    <>
      <TextField
        dir="ltr"
        label={t('webhook.url')}
        maxLength={2000}
        onText={(url) => set({ url })}
        placeholder="https://"
        required
        type="url"
        value={form.url}
      />
      <Choices
        all={WEBHOOK_EVENT_NAMES}
        chosen={form.events}
        onChange={(events) => set({ events })}
        title={t('field.events')}
        labelOf={eventName}
      />
      <Choices
        all={CALL_DIRECTIONS}
        chosen={form.direction}
        onChange={(direction) => set({ direction })}
        title={t('webhook.directions')}
        labelOf={directionName}
      />
      <Choices
        all={RESULTS}
        chosen={form.result}
        onChange={(result) => set({ result })}
        title={t('webhook.results')}
        labelOf={(one) => resultName(one)}
      />
      {all.length > 0 && (
        <Choices
          all={all}
          chosen={form.team}
          onChange={(team) => set({ team })}
          title={t('webhook.teams')}
          labelOf={(id) => teams.data?.data.find((team) => team.id === id)?.name ?? ''}
        />
      )}
    </>
  );
}

interface ChoicesProps<V extends string | number> {
  readonly title: string;
  readonly all: readonly V[];
  readonly chosen: readonly V[];
  readonly labelOf: (value: V) => string;
  readonly onChange: (chosen: readonly V[]) => void;
}

function Choices<V extends string | number>({ title, all, chosen, labelOf, onChange }: ChoicesProps<V>) {
  const id = useId();
  return (
    <fieldset className={c('choices')}>
      <legend className={c('title')}>{title}</legend>
      {all.map((value) => (
        <label className={c('choice')} htmlFor={`${id}-${value}`} key={value}>
          <input
            checked={chosen.includes(value)}
            className={c('box')}
            id={`${id}-${value}`}
            onChange={({ target }) => onChange(withChoice(all, chosen, value, target.checked))}
            type="checkbox"
          />
          {labelOf(value)}
        </label>
      ))}
    </fieldset>
  );
}
