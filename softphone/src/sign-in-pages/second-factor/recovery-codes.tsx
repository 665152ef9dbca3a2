import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/sign-in-pages';
import { useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Line } from '../frame.tsx';
import styles from './second-factor.module.css';

const c = classes(styles);

interface Props {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** The server keeps only hashes, so this is the only time they can be shown. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className={c('column')}>
      <Line>{t('codes.help')}</Line>
      <ul className={c('codes')} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="quiet" onClick={() => void copy()}>
        {copied ? t('codes.copied') : t('codes.copy')}
      </Button>
      <Button variant="primary" onClick={onDone}>
        {t('codes.saved')}
      </Button>
    </div>
  );
}
