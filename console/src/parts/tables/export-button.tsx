import type { ApiError } from '@offhook/contract/client/api-error';
import download from '@offhook/design/icons/download.svg?raw';
import { t } from '@offhook/i18n/console';
import type { UseQueryResult } from '@tanstack/react-query';
import { useConsole } from '../../console-context.ts';
import { SmallButton, SmallLink } from '../cards/small-button.tsx';
import { usePageFits } from '../shell/use-page-fits.ts';

/** Of a page whose card has room for its title and the button with the count. */
const MIN_WIDTH = 560;

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
  // On a narrow page, the count would push the filters down when it arrives.
  const showsCount = usePageFits(MIN_WIDTH);
  // While the number of the filters before is still known, it would be wrong.
  const count = error || isPlaceholderData ? undefined : data?.count;
  if (count === 0)
    return (
      <SmallButton aria-label={t('list.export.none')} disabled icon={download} variant="quiet">
        {showsCount ? t('list.export.none') : t('list.export')}
      </SmallButton>
    );
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return (
    <SmallLink
      aria-label={count === undefined ? t('list.export') : text(count)}
      download
      href={`${api.base}${file}?${search}`}
      icon={download}
      variant="quiet"
    >
      {count === undefined || !showsCount ? t('list.export') : text(count)}
    </SmallLink>
  );
}
