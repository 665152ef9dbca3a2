import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Select } from '@offhook/design/forms/field.tsx';
import { t } from '@offhook/i18n/console';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { type Fields, useFields } from '../forms/fields.ts';
import { TextField } from '../forms/text-field.tsx';

interface NumberForm {
  readonly name: string;
  readonly team_id: string;
}

export function NameAndTeam({ text, choice }: Pick<Fields<NumberForm>, 'text' | 'choice'>) {
  const teams = useApiQuery('listTeams', {});
  const { value, onText } = choice('team_id');
  return (
    <>
      <Banner text={teams.error?.message ?? null} />
      <Select label={t('field.team')} onChange={({ target }) => onText(target.value)} required value={value}>
        <option disabled value="">
          {t('number.chooseTeam')}
        </option>
        {teams.data?.data.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <TextField {...text('name')} hint={t('number.name.hint')} label={t('field.name')} maxLength={100} />
    </>
  );
}

/** Errors of the request that are about the number. */
const NUMBER_ERRORS: ReadonlySet<string> = new Set([
  'invalidPhoneNumber',
  'emergencyNumber',
  'premiumNumber',
  'sharedCostNumber',
  'satelliteNumber',
  'countryNotAllowed',
  'numberTaken',
]);

/** With one team, the number is that team’s. */
export function NewNumber({ onClose }: { readonly onClose: () => void }) {
  const teams = useApiQuery('listTeams', {});
  const [only, ...others] = teams.data?.data ?? [];
  const { form, text, choice } = useFields({
    phone_number: '',
    team_id: only && others.length === 0 ? String(only.id) : '',
    name: '',
  });
  const request = useApiMutation('addNumber', ['listNumbers', 'listTeams']);
  const phoneNumber = text('phone_number');
  const isNumberWrong = NUMBER_ERRORS.has(request.error?.errorCode ?? '');
  return (
    <FormDialog
      action={t('action.add')}
      onClose={onClose}
      onSubmit={() => request.mutate({ body: form }, { onSuccess: onClose })}
      request={request}
      title={t('number.add')}
    >
      <TextField
        {...phoneNumber}
        aria-invalid={isNumberWrong}
        dir="ltr"
        label={t('field.phoneNumber')}
        maxLength={250}
        onText={(typed) => {
          phoneNumber.onText(typed);
          request.reset();
        }}
        required
        type="tel"
      />
      <NameAndTeam choice={choice} text={text} />
    </FormDialog>
  );
}
