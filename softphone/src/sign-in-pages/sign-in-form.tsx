import { Banner } from '@offhook/design/feedback/banner.tsx';
import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../components/buttons/button.tsx';
import { Stack } from './frame.tsx';

interface Props {
  readonly action: string;
  /** Sends the form. @returns what went wrong, or null */
  readonly onSubmit: (values: (name: string) => string) => Promise<string | null>;
  readonly children: ReactNode;
}

/** A form with one button. Its fields keep their values if the request fails. */
export function SignInForm({ action, onSubmit, children }: Props) {
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setSending(true);
    setError(null);
    void onSubmit((name) => String(form.get(name) ?? '')).then((problem) => {
      setSending(false);
      setError(problem);
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Banner text={error} />
        {children}
        <Button disabled={isSending} type="submit" variant="primary">
          {action}
        </Button>
      </Stack>
    </form>
  );
}
