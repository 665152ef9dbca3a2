import { classes } from '@offhook/design/classes';
import upload from '@offhook/design/icons/upload_file.svg?raw';
import { t } from '@offhook/i18n/console';
import { formatPercent } from '@offhook/i18n/formats';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useConsole } from '../../console-context.ts';
import { SmallButton } from '../cards/small-button.tsx';
import styles from './add-file.module.css';

const c = classes(styles);

/** A file of leads from this computer: how much of it has been sent, then the page that says what became of it. */
export function ImportLeads() {
  const { api } = useConsole();
  const navigate = useNavigate();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  /** Of 1; null: nothing is being sent. */
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const send = async (file: File) => {
    setError(null);
    setSent(0);
    const answer = await api.sendLeads(file, setSent);
    setSent(null);
    if (!answer.ok) return setError(answer.error);
    await client.invalidateQueries({ queryKey: ['listImports'] });
    void navigate(`/api-keys/files/${answer.value.id}`);
  };
  return (
    <span className={c('row')}>
      {sent !== null && (
        <progress aria-label={t('import.uploadProgress')} className={c('bar')} max={1} value={sent}>
          {formatPercent(sent)}
        </progress>
      )}
      {error !== null && (
        <span className={c('error')} role="alert">
          {error}
        </span>
      )}
      <input
        accept=".csv,text/csv"
        aria-label={t('import.file')}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again, once it is right.
          target.value = '';
          if (file) void send(file);
        }}
        ref={input}
        type="file"
      />
      <SmallButton disabled={sent !== null} icon={upload} look="plain" onClick={() => input.current?.click()}>
        {t('import.leads')}
      </SmallButton>
    </span>
  );
}
