import { DO_NOT_CALL_FILE, type DoNotCallFileAnswer } from '@offhook/contract/do-not-call-file';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useConsole } from '../../console-context.ts';
import { fileSummary } from '../../core/leads/do-not-call-words.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { PlainDialog } from '../dialogs/plain-dialog.tsx';
import { TextArea } from '../forms/text-field.tsx';

/** Numbers from a file of this computer, or pasted, put on the do-not-call list. */
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
    if (sent === null) return setError('Choose a file or paste numbers.');
    setBusy(true);
    const result = await api.sendNumbers(sent, () => {});
    setBusy(false);
    if (!result.ok) return setError(result.error);
    setAnswer(result.value);
    await client.invalidateQueries({ queryKey: ['listDoNotCall'] });
  };
  if (answer)
    return (
      <PlainDialog action="Close" onClose={onClose} title="Numbers imported">
        {fileSummary(answer).map((line) => (
          <p key={line} role="status">
            {line}
          </p>
        ))}
      </PlainDialog>
    );
  return (
    <FormDialog
      action="Import"
      beside={
        <a download href={`${api.base}${DO_NOT_CALL_FILE}`}>
          Export list
        </a>
      }
      tell={{ isPending: busy, error: null }}
      error={error}
      onClose={onClose}
      onSubmit={() => void send()}
      title="Import do-not-call numbers"
    >
      <label htmlFor={fileId}>CSV or text file</label>
      <input
        accept=".csv,.txt,text/csv,text/plain"
        id={fileId}
        onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        type="file"
      />
      <TextArea
        dir="ltr"
        hint="One number per line, at most 200,000 numbers or 10 MB. Scheduled calls to these numbers are cancelled."
        label="Or paste numbers"
        onText={setText}
        rows={5}
        value={text}
      />
    </FormDialog>
  );
}
