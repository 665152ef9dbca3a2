import { DO_NOT_CALL_FILE, type DoNotCallFileAnswer } from '@offhook/contract/leads/do-not-call-file';
import { t } from '@offhook/i18n/console';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useConsole } from '../../console-context.ts';
import { fileSummary } from '../../core/leads/do-not-call-text.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { PlainDialog } from '../dialogs/plain-dialog.tsx';
import { TextArea } from '../forms/text-field.tsx';

/** The server's limits for one file. */
const MAX_NUMBERS = 200_000;
const MAX_MEGABYTES = 10;

/** Adds numbers from a file or from pasted text to the do-not-call list. */
export function ImportNumbers({ onClose }: { readonly onClose: () => void }) {
  const { api } = useConsole();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [answer, setAnswer] = useState<DoNotCallFileAnswer | null>(null);
  const fileId = useId();
  const send = async () => {
    const sent = file ?? (text.trim() === '' ? null : new Blob([text]));
    if (sent === null) return setError(t('doNotCall.import.empty'));
    setBusy(true);
    const result = await api.uploadDoNotCallNumbers(sent, () => {});
    setBusy(false);
    if (!result.ok) return setError(result.error);
    setAnswer(result.value);
    await client.invalidateQueries({ queryKey: ['listDoNotCall'] });
  };
  if (answer)
    return (
      <PlainDialog action={t('action.close')} onClose={onClose} title={t('doNotCall.imported.title')}>
        {fileSummary(answer).map((line) => (
          <p key={line} role="status">
            {line}
          </p>
        ))}
      </PlainDialog>
    );
  return (
    <FormDialog
      action={t('action.import')}
      beside={
        <a download href={`${api.base}${DO_NOT_CALL_FILE}`}>
          {t('doNotCall.import.export')}
        </a>
      }
      request={{ isPending: busy, error: null }}
      error={error}
      onClose={onClose}
      onSubmit={() => void send()}
      title={t('doNotCall.import.title')}
    >
      <label htmlFor={fileId}>{t('doNotCall.import.chooseFile')}</label>
      <input
        accept=".csv,.txt,text/csv,text/plain"
        id={fileId}
        onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        type="file"
      />
      <TextArea
        dir="ltr"
        hint={t('doNotCall.import.paste.hint', { numbers: MAX_NUMBERS, megabytes: MAX_MEGABYTES })}
        label={t('doNotCall.import.paste')}
        onText={setText}
        rows={5}
        value={text}
      />
    </FormDialog>
  );
}
