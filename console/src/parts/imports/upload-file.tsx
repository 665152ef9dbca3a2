import { MAX_IMPORT_ROWS } from '@offhook/contract/console/leads/import-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Icon } from '@offhook/design/icons/icon.tsx';
import upload from '@offhook/design/icons/upload_file.svg?raw';
import { t } from '@offhook/i18n/console';
import { formatPercent } from '@offhook/i18n/formats';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useConsole } from '../../console-context.ts';
import { SmallButton } from '../cards/small-button.tsx';
import styles from './upload-file.module.css';

const c = classes(styles);

/** Uploads a file of leads as a draft, then opens its page. */
export function UploadFile() {
  const { api } = useConsole();
  const navigate = useNavigate();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  /** The fraction that was uploaded, 0 to 1; null: no upload. */
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const send = async (file: File | undefined) => {
    if (!file || sent !== null) return;
    setError(null);
    setSent(0);
    const answer = await api.uploadLeads(file, setSent);
    setSent(null);
    if (!answer.ok) return setError(answer.error);
    await client.invalidateQueries({ queryKey: ['listImports'] });
    void navigate(`/leads/import/${answer.value.id}`);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut; the button does the same
    <div
      className={c('drop', isOver && 'over')}
      onDragLeave={() => setOver(false)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void send(event.dataTransfer.files[0]);
      }}
    >
      {error !== null && (
        <div className={c('error')}>
          <Banner text={t('import.upload.failed', { error })} />
        </div>
      )}
      <span className={c('icon')}>
        <Icon svg={upload} />
      </span>
      <p className={c('title')}>{t('import.drop')}</p>
      <p className={c('hint')}>{t('import.drop.hint', { rows: MAX_IMPORT_ROWS })}</p>
      <input
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label={t('import.file')}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Lets the user choose the same file again after fixing it.
          target.value = '';
          void send(file);
        }}
        ref={input}
        type="file"
      />
      {sent === null ? (
        <SmallButton variant="primary" onClick={() => input.current?.click()}>
          {t('import.choose')}
        </SmallButton>
      ) : (
        <progress aria-label={t('import.uploadProgress')} className={c('bar')} max={1} value={sent}>
          {formatPercent(sent)}
        </progress>
      )}
    </div>
  );
}
