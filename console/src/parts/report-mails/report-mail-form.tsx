import { LANGUAGES, type Language } from '@offhook/contract/accounts/languages';
import {
  type ConsoleReportMail,
  REPORT_MAIL_FREQUENCIES,
  type ReportMailFilters,
  type ReportMailFrequency,
} from '@offhook/contract/console/report-mail-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { formatTimeOfDay, formatYearRoundZone } from '@offhook/i18n/formats';
import { LANGUAGE_NAMES, t as localeText } from '@offhook/i18n/language-and-time';
import { type ReactNode, useState } from 'react';
import { useConsole } from '../../console-context.ts';
import { sourceName } from '../../core/leads/list-names.ts';
import { type ReportFilters, toReportFilters, toReportQuery } from '../../core/reports/address.ts';
import { type RequestAnswer, useApiMutation, useApiQuery } from '../../queries.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { PlainDialog } from '../dialogs/plain-dialog.tsx';
import { CheckboxList } from '../forms/checkbox-list.tsx';
import { Choice } from '../forms/choice.tsx';
import { SwitchRow } from '../forms/switch-row.tsx';
import { OtherChoices, TeamChoice } from '../reports/filter-choices.tsx';
import { Loaded } from '../tables/loaded.tsx';
import styles from './report-mail-form.module.css';

const c = classes(styles);

type Choices = RequestAnswer<'listReportMails'>;

/** State of the navigation from a saved form to the list. */
export const SAVED_REPORT_MAIL = 'reportMailSaved';

interface Props {
  /** null: a new one. */
  readonly saved: ConsoleReportMail | null;
  readonly filters: ReportMailFilters;
  readonly compares: boolean;
  /** At the start of the button row. */
  readonly beside?: ReactNode;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Without a mail server there are no fields, because nothing could be sent. */
export function ReportMailForm(props: Props) {
  const query = useApiQuery('listReportMails', {});
  if (query.data?.sends_mail) return <Fields {...props} choices={query.data} />;
  return (
    <PlainDialog action={t('action.close')} onClose={props.onClose} title={t('reportMail.new')}>
      <Loaded query={query}>{() => <NoMailServer />}</Loaded>
    </PlainDialog>
  );
}

export function NoMailServer() {
  return <p className={c('text')}>{t('reportMail.noMailServer')}</p>;
}

const FILTERS = ['team', 'agent', 'source', 'number'] as const;
const EIGHT = 8 * 60;
const QUARTERS = Array.from({ length: 96 }, (_, at) => at * 15);

function Fields({
  saved,
  filters,
  compares,
  beside,
  choices,
  onClose,
  onSaved,
}: Props & { readonly choices: Choices }) {
  const { user, clock } = useConsole();
  const [frequency, setFrequency] = useState<ReportMailFrequency>(saved?.frequency ?? 'weekly');
  const [minute, setMinute] = useState(saved?.minute ?? EIGHT);
  const [language, setLanguage] = useState<Language>(
    saved?.language ?? user.language ?? user.account_language,
  );
  const sources = useApiQuery('readListChoices', {}).data?.sources ?? [];
  const [chosen, setChosen] = useState<ReportFilters>(() => toReportFilters(filters));
  const filter = (one: Partial<ReportFilters>) => setChosen((before) => ({ ...before, ...one }));
  const [isCompared, setCompared] = useState(compares);
  const [recipients, setRecipients] = useState<readonly number[]>(
    saved?.recipients.map(({ id }) => id) ?? [user.id],
  );
  const [hasNoRecipient, setHasNoRecipient] = useState(false);
  const add = useApiMutation('addReportMail', ['listReportMails']);
  const change = useApiMutation('changeReportMail', ['listReportMails']);
  const start = toReportFilters(filters);
  const hasChanged = FILTERS.some((name) => chosen[name] !== start[name]);
  const save = () => {
    setHasNoRecipient(recipients.length === 0);
    if (recipients.length === 0) return;
    const body = { frequency, minute, language, compares: isCompared, recipient_ids: [...recipients] };
    const query = toReportQuery(chosen);
    if (saved === null) add.mutate({ body: { ...body, filters: query } }, { onSuccess: onSaved });
    else
      change.mutate(
        {
          params: { id: saved.id },
          // A filter that is no longer offered stays until it's changed.
          body: { ...body, ...(hasChanged && { filters: query }), version: saved.version },
        },
        { onSuccess: onSaved },
      );
  };
  return (
    <FormDialog
      action={t('action.save')}
      beside={beside}
      error={hasNoRecipient ? t('reportMail.noRecipient') : null}
      onClose={onClose}
      onSubmit={save}
      request={saved === null ? add : change}
      title={saved === null ? t('reportMail.new') : t('reportMail.edit.title')}
    >
      <div className={c('filters')}>
        <TeamChoice
          filters={chosen}
          onChange={filter}
          teams={choices.teams.map(({ id, name }) => ({ id, name: name ?? String(id) }))}
        />
        <OtherChoices
          agents={choices.agents}
          filters={chosen}
          numbers={choices.numbers}
          onChange={filter}
          sources={sources.map((source) => [source, sourceName(source)])}
        />
      </div>
      <Choice
        choices={REPORT_MAIL_FREQUENCIES.map((one) => [one, t(`reportMail.frequency.${one}`)])}
        label={t('reportMail.frequency')}
        onText={(value) => setFrequency(value as ReportMailFrequency)}
        value={frequency}
      />
      <Choice
        choices={QUARTERS.map((one) => [one, formatTimeOfDay(one)])}
        label={t('reportMail.time', { zone: formatYearRoundZone(choices.time_zone, clock.now()) })}
        onText={(value) => setMinute(Number(value))}
        value={minute}
      />
      <Choice
        choices={LANGUAGES.map((one) => [one, LANGUAGE_NAMES[one]])}
        label={localeText('locale.language')}
        onText={(value) => setLanguage(value as Language)}
        value={language}
      />
      <SwitchRow label={t('reports.range.compare')} on={isCompared} onSwitch={setCompared} />
      <CheckboxList
        all={withSaved(choices.users, saved).map(({ id, full_name }) => ({ id, name: full_name }))}
        chosen={recipients}
        label={t('reportMail.recipients')}
        onChoose={setRecipients}
      />
      <p className={c('text')}>{t('reportMail.rights')}</p>
    </FormDialog>
  );
}

/** A recipient who may no longer see reports is shown until someone unchecks them. */
function withSaved(users: Choices['users'], saved: ConsoleReportMail | null): Choices['users'] {
  const former = (saved?.recipients ?? []).filter(({ id }) => !users.some((one) => one.id === id));
  return [...users, ...former.map(({ id, full_name }) => ({ id, full_name }))];
}
