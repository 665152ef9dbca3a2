import { PASSWORD_MIN_LENGTH } from '@offhook/contract/limits';
import { t } from '@offhook/i18n/console';
import { TextField } from '../forms/text-field.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onText: (password: string) => void;
}

/** A password chosen by an administrator, or blank to generate one. */
export function NewPasswordField(field: Props) {
  return (
    <TextField
      {...field}
      autoComplete="new-password"
      hint={t('password.generated.hint', { count: PASSWORD_MIN_LENGTH })}
      minLength={PASSWORD_MIN_LENGTH}
      type="password"
    />
  );
}

export const chosenPassword = ({ password }: { readonly password: string }) =>
  password === '' ? {} : { password };
