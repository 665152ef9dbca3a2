import { t } from '@offhook/i18n/console';
import { localeSettings, t as localeText } from '@offhook/i18n/language-and-time';
import { setUserLocale, type UserLocale } from '@offhook/i18n/page-locale';
import { computerTimeZone } from '@offhook/i18n/time-zones';
import { Fragment, useState } from 'react';
import { useApiMutation, useApiQuery } from '../../../queries.ts';
import { SmallButton } from '../../cards/small-button.tsx';
import { FormDialog } from '../../dialogs/form-dialog.tsx';
import { PlainDialog } from '../../dialogs/plain-dialog.tsx';
import { Choice } from '../../forms/choice.tsx';
import { Loaded } from '../../tables/loaded.tsx';

interface Props {
  readonly onClose: () => void;
}

/** The user's own settings. The phone may have changed them since the page started. */
export function LanguageAndTime({ onClose }: Props) {
  const query = useApiQuery('getUser', { query: {} });
  const user = query.isFetchedAfterMount ? query.data?.user : undefined;
  if (user) return <Settings onClose={onClose} user={user} />;
  return (
    <PlainDialog action={t('action.cancel')} onClose={onClose} title={localeText('locale.title')}>
      <Loaded query={query}>{() => null}</Loaded>
    </PlainDialog>
  );
}

function Settings({ user, onClose }: Props & { readonly user: UserLocale }) {
  const computerZone = computerTimeZone();
  const [locale, setLocale] = useState<UserLocale>({
    language: user.language,
    time_zone: user.time_zone,
    clock: user.clock,
    date_order: user.date_order,
  });
  const [error, setError] = useState<string | null>(null);
  const request = useApiMutation('setLocale');
  const timeZone = locale.time_zone ?? computerZone;
  const apply = async () => {
    try {
      await setUserLocale(locale);
    } catch {
      return setError(t('shell.localeNotLoaded'));
    }
    onClose();
  };
  const save = () => {
    setError(null);
    request.mutate({ body: { ...locale, time_zone: timeZone } }, { onSuccess: () => void apply() });
  };
  return (
    <FormDialog
      action={t('action.save')}
      error={error}
      onClose={onClose}
      onSubmit={save}
      request={request}
      title={localeText('locale.title')}
    >
      {localeSettings({ ...locale, time_zone: timeZone }, navigator.languages).map(
        ({ field, change, ...setting }) => (
          <Fragment key={field}>
            <Choice onText={(value) => setLocale(change(value))} {...setting} />
            {field === 'time_zone' && timeZone !== computerZone && (
              <SmallButton variant="plain" onClick={() => setLocale({ ...locale, time_zone: computerZone })}>
                {localeText('locale.computerZone', { timeZone: computerZone })}
              </SmallButton>
            )}
          </Fragment>
        ),
      )}
    </FormDialog>
  );
}
