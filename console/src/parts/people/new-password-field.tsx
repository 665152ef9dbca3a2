import { TextField } from '../forms/text-field.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onText: (password: string) => void;
}

/** A password that an administrator gives, or leaves to the server. */
export function NewPasswordField(field: Props) {
  return (
    <TextField
      {...field}
      autoComplete="new-password"
      hint="At least 8 characters. Empty: one is made and shown once."
      minLength={8}
      type="password"
    />
  );
}

export const chosenPassword = ({ password }: { readonly password: string }) =>
  password === '' ? {} : { password };
