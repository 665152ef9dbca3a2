import { COST_ITEMS, type ConsoleCallRates } from '@offhook/contract/console/report-entities';
import { t } from '@offhook/i18n/console';
import { useState } from 'react';
import { type RatesForm, ratesChange, ratesForm, ratesProblems } from '../../core/reports/rates-form.ts';
import { SmallButton } from '../../parts/cards/small-button.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { PlainDialog } from '../../parts/dialogs/plain-dialog.tsx';
import { createFields } from '../../parts/forms/fields.ts';
import { TextField } from '../../parts/forms/text-field.tsx';
import { Loaded } from '../../parts/tables/loaded.tsx';
import { useApiMutation, useApiQuery } from '../../queries.ts';

interface Props {
  readonly onClose: () => void;
}

export default function RatesDialog({ onClose }: Props) {
  const query = useApiQuery('readCallRates', {});
  const { data } = query;
  // The fields keep what was typed if the rates are fetched again.
  const [loaded, setLoaded] = useState<ConsoleCallRates | null>(null);
  if (data && !query.isFetching && loaded === null) setLoaded(data.call_rates);
  if (loaded) return <Rates onClose={onClose} saved={loaded} />;
  return (
    <PlainDialog action={t('action.close')} onClose={onClose} title={t('reports.rates')}>
      <Loaded query={query}>{() => null}</Loaded>
    </PlainDialog>
  );
}

function Rates({ saved, onClose }: Props & { readonly saved: ConsoleCallRates }) {
  const [form, setForm] = useState(() => ratesForm(saved));
  const [showsProblems, setShowsProblems] = useState(false);
  const change = useApiMutation('changeCallRates', ['readReport', 'readCallRates']);
  const { text } = createFields<RatesForm>(
    form,
    (fields) => setForm({ ...form, ...fields }),
    showsProblems ? ratesProblems(form) : {},
  );
  const save = () => {
    const changed = ratesChange(form);
    setShowsProblems(true);
    if (changed) change.mutate({ body: { ...changed, version: saved.version } }, { onSuccess: onClose });
  };
  const reset = () =>
    change.mutate({ body: { rates: null, version: saved.version } }, { onSuccess: onClose });
  return (
    <FormDialog
      action={t('action.save')}
      beside={
        !saved.is_default && (
          <SmallButton disabled={change.isPending} onClick={reset} variant="plain">
            {t('reports.rates.useDefaults')}
          </SmallButton>
        )
      }
      onClose={onClose}
      onSubmit={save}
      request={change}
      title={t('reports.rates')}
    >
      <p>{t('reports.rates.hint')}</p>
      <TextField autoComplete="off" label={t('reports.rates.currency')} maxLength={3} {...text('currency')} />
      {COST_ITEMS.map((item) => (
        <TextField
          autoComplete="off"
          inputMode="decimal"
          key={item}
          label={t(`reports.rates.${item}`)}
          maxLength={12}
          {...text(item)}
        />
      ))}
    </FormDialog>
  );
}
