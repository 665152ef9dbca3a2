import type { ApiError } from '@offhook/contract/client/api-error';
import download from '@offhook/design/icons/download.svg?raw';
import { t } from '@offhook/i18n/console';
import type { UseQueryResult } from '@tanstack/react-query';
import { useConsole } from '../../console-context.ts';
import { SmallButton, SmallLink } from '../cards/small-button.tsx';

interface Props {
  /** Path of the file. */
  readonly file: string;
  readonly query: Readonly<Record<string, string | number | undefined>>;
  readonly count: UseQueryResult<{ readonly count: number }, ApiError>;
  /** 'Export 1,240 calls' */
  readonly text: (count: number) => string;
}

/** A link, so that the browser downloads the file while it arrives. */
export function ExportButton({ file, query, count: { data, isPlaceholderData, error }, text }: Props) {
  const { api } = useConsole();
  // While the number of the filters before is still known, it would be wrong.
  const count = error || isPlaceholderData ? undefined : data?.count;
  if (count === 0)
    return (
      <SmallButton disabled icon={download} variant="quiet">
        {t('list.export.none')}
      </SmallButton>
    );
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return (
    <SmallLink download href={`${api.base}${file}?${search}`} icon={download} variant="quiet">
      {count === undefined ? t('list.export') : text(count)}
    </SmallLink>
  );
}
