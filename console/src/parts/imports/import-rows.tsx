import type { LeadImportRow } from '@offhook/contract/console/leads/import-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { formatNumber } from '@offhook/i18n/formats';
import { Chip } from '../cards/chip.tsx';
import { type Column, Muted } from '../tables/data-table.tsx';
import styles from './import-rows.module.css';

const c = classes(styles);

const plain = (text: string) => <Muted>{text === '' ? '–' : <bdi>{text}</bdi>}</Muted>;

export const rowColumns = (): readonly Column<LeadImportRow>[] => [
  {
    head: t('import.row'),
    figures: true,
    cell: ({ line }) => (
      <Muted>
        <span className={c('number')}>{formatNumber(line)}</span>
      </Muted>
    ),
  },
  {
    head: t('field.name'),
    cell: ({ name }) => <span className={c('words')}>{name === '' ? plain(name) : <bdi>{name}</bdi>}</span>,
  },
  {
    head: t('field.phoneNumber'),
    cell: ({ phone }) => (
      <bdi className={c('number')} dir="ltr">
        {phone === '' ? '–' : phone}
      </bdi>
    ),
  },
];

export const companyColumn = (): Column<LeadImportRow> => ({
  head: t('field.company'),
  cell: ({ company }) => <span className={c('words')}>{plain(company)}</span>,
});

export const resultColumn = (head: string): Column<LeadImportRow> => ({
  head,
  cell: ({ result, reason }) => {
    if (result === 'new') return <Chip variant="good">{t('import.rows.new')}</Chip>;
    if (result === 'known') return <Chip>{t('import.known')}</Chip>;
    return (
      <Chip isSentence variant="danger">
        {reason}
      </Chip>
    );
  },
});
