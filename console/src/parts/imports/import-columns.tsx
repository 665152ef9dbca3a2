import type { ImportField, LeadImport } from '@offhook/contract/console/leads/import-entities';
import { classes } from '@offhook/design/classes';
import { Switch } from '@offhook/design/forms/switch.tsx';
import { t } from '@offhook/i18n/console';
import { useId } from 'react';
import { fieldChoices } from '../../core/leads/import-text.ts';
import { Card } from '../cards/card.tsx';
import { Chip } from '../cards/chip.tsx';
import { Choice } from '../forms/choice.tsx';
import { type Column, DataTable, Muted } from '../tables/data-table.tsx';
import styles from './import-columns.module.css';

const c = classes(styles);

type Plan = LeadImport['plan'];

interface Props {
  readonly plan: Plan;
  readonly onColumns: (columns: (ImportField | null)[]) => void;
  readonly onHeader: (hasHeader: boolean) => void;
}

/** The field of each column. A field that another column had moves here. */
export function ImportColumns({ plan, onColumns, onHeader }: Props) {
  const headerId = useId();
  const rows = plan.columns.map((column, index) => ({
    ...column,
    index,
    name: column.heading ?? t('import.columns.nth', { number: index + 1 }),
  }));
  const choose = (index: number, field: ImportField | null) =>
    onColumns(
      plan.columns.map((column, other) => {
        if (other === index) return field;
        return column.field === field && field !== 'field' ? null : column.field;
      }),
    );
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { head: t('import.columns.column'), cell: ({ name }) => <bdi>{name}</bdi> },
    {
      head: t('import.columns.example'),
      cell: ({ example }) => (
        <Muted>
          <bdi>{example || '–'}</bdi>
        </Muted>
      ),
    },
    {
      head: t('import.columns.field'),
      ownLine: true,
      cell: ({ index, name, heading, field }) => (
        <div className={c('field', field === null && 'unused')}>
          <Choice
            choices={fieldChoices(heading)}
            filter
            label={t('import.columns.fieldOf', { column: name })}
            none={t('import.columns.none')}
            onText={(value) => choose(index, value === '' ? null : (value as ImportField))}
            value={field ?? ''}
          />
        </div>
      ),
    },
  ];
  const formFields = plan.columns.filter(({ field }) => field === 'field').length;
  const matched = plan.columns.filter(({ field }) => field !== null).length - formFields;
  return (
    <Card
      beside={
        <Chip variant="good">
          {t('import.columns.matched', { matched, formFields, all: plan.columns.length })}
        </Chip>
      }
      end={
        <span className={c('header')}>
          <label htmlFor={headerId}>{t('import.columns.header')}</label>
          <Switch id={headerId} on={plan.has_header} onSwitch={onHeader} />
        </span>
      }
      flush
      title={t('import.columns.title')}
    >
      <DataTable
        caption={t('import.columns.title')}
        columns={columns}
        keyOf={({ index }) => index}
        rows={rows}
      />
    </Card>
  );
}
