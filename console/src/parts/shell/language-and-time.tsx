import { DATE_ORDERS, LANGUAGES } from '@offhook/contract/entities';
import { t } from '@offhook/i18n/console';
import { activeFormats, formatDate } from '@offhook/i18n/formats';
import { chooseLocale } from '@offhook/i18n/locales';
import { setUserLocale, type UserLocale } from '@offhook/i18n/page-locale';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { localeChange, localeForm } from '../../core/forms/locale-form.ts';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import { SmallButton } from '../cards/small-button.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { PlainDialog } from '../dialogs/plain-dialog.tsx';
import { Choice } from '../forms/choice.tsx';
import { useFields } from '../forms/fields.ts';
import { TimeZoneSelect } from '../forms/time-zone-select.tsx';
import { Loaded } from '../tables/loaded.tsx';

interface Props {
  readonly onClose: () => void;
}

/** The user's own language, time zone, clock and date order. The phone may have changed them since the page started. */
export function LanguageAndTime({ onClose }: Props) {
  const query = useApiQuery('getUser', { query: {} });
  const user = query.isFetchedAfterMount ? query.data?.user : undefined;
  if (user) return <LocaleDialog onClose={onClose} user={user} />;
  return (
    <PlainDialog action={t('action.cancel')} onClose={onClose} title={t('locale.title')}>
      <Loaded query={query}>{() => null}</Loaded>
    </PlainDialog>
  );
}

/** November 17, 2026: no other number in it can be a month. */
const EXAMPLE_MS = Date.UTC(2026, 10, 17);

function LocaleDialog({ user, onClose }: Props & { readonly user: UserLocale }) {
  const computerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { form, set, choice } = useFields(localeForm(user, computerZone));
  const [error, setError] = useState<string | null>(null);
  const request = useApiMutation('setLocale');
  const client = useQueryClient();
  const body = localeChange(form);
  const apply = async () => {
    try {
      await setUserLocale(body);
    } catch {
      return setError(t('locale.notLoaded'));
    }
    // The server's texts are still in the former language.
    void client.invalidateQueries();
    onClose();
  };
  return (
    <FormDialog
      action={t('action.save')}
      error={error}
      onClose={onClose}
      onSubmit={() => request.mutate({ body }, { onSuccess: () => void apply() })}
      request={request}
      title={t('locale.title')}
    >
      <Choice
        {...choice('language')}
        choices={LANGUAGES.map((language) => [language, t(`locale.language.${language}`)])}
        label={t('locale.language')}
        none={t('locale.language.browser', {
          language: t(`locale.language.${chooseLocale(navigator.languages).locale}`),
        })}
      />
      <div>
        <TimeZoneSelect {...choice('time_zone')} />
        {form.time_zone !== computerZone && (
          <SmallButton look="plain" onClick={() => set({ time_zone: computerZone })}>
            {t('locale.timeZone.computer', { zone: computerZone })}
          </SmallButton>
        )}
      </div>
      <Choice
        {...choice('clock')}
        choices={[
          ['12', t('locale.clock.12')],
          ['24', t('locale.clock.24')],
        ]}
        label={t('locale.clock')}
        none={t('locale.browser')}
      />
      <Choice
        {...choice('date_order')}
        choices={DATE_ORDERS.map((dateOrder) => [
          dateOrder,
          formatDate(EXAMPLE_MS, { ...activeFormats(), timeZone: 'UTC', dateOrder }),
        ])}
        label={t('locale.dateOrder')}
        none={t('locale.browser')}
      />
    </FormDialog>
  );
}
