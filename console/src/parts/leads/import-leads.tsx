import { classes } from '@offhook/design/classes';
import upload from '@offhook/design/icons/upload_file.svg?raw';
import { t } from '@offhook/i18n/console';
import { formatPercent } from '@offhook/i18n/formats';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useConsole } from '../../console-context.ts';
import { SmallButton } from '../cards/small-button.tsx';
import styles from './import-leads.module.css';

const c = classes(styles);

/** Uploads a lead import, then opens its page. */
export function ImportLeads() {
  const { api } = useConsole();
  const navigate = useNavigate();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  /** The fraction that was uploaded, 0 to 1; null: no upload. */
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const send = async (file: File) => {
    setError(null);
    setSent(0);
    const answer = await api.uploadLeads(file, setSent);
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
          // Lets the user choose the same file again after fixing it.
          target.value = '';
          if (file) void send(file);
        }}
        ref={input}
        type="file"
      />
      <SmallButton
        disabled={sent !== null}
        icon={upload}
        variant="plain"
        onClick={() => input.current?.click()}
      >
        {t('import.leads')}
      </SmallButton>
    </span>
  );
}
