import { classes } from '@offhook/design/classes';
import tune from '@offhook/design/icons/tune.svg?raw';
import { t } from '@offhook/i18n/console';
import { formatYearRoundZone } from '@offhook/i18n/formats';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { useConsole } from '../../console-context.ts';
import { SmallButton } from '../cards/small-button.tsx';
import { usePageFits } from '../shell/use-page-fits.ts';
import { Filters } from './filters.tsx';
import styles from './folded-filters.module.css';
import type { AddressFilters } from './use-address-filters.ts';

const c = classes(styles);

/** On a narrower page, only the search is always shown. */
const FILTERS_FROM = 620;

/** Filters by name of their parameter. */
type NamedFilters = Readonly<Record<string, ReactNode>>;

interface Props {
  readonly filters: AddressFilters;
  readonly search: ReactNode;
  readonly main: NamedFilters;
  readonly more: NamedFilters;
  /** Parameters that are read in a time zone. */
  readonly zoned: readonly string[];
}

export function FoldedFilters({ filters, search, main, more, zoned }: Props) {
  const wide = usePageFits(FILTERS_FROM);
  const id = useId();
  const folded = wide ? Object.keys(more) : [...Object.keys(main), ...Object.keys(more)];
  const count = filters.count(folded);
  const [chosen, setChosen] = useState<boolean | null>(null);
  // An address with a folded filter shows it; the filter's removal doesn't close the others.
  const [opensWide] = useState(() => filters.count(Object.keys(more)) > 0);
  const isOpen = chosen ?? (wide && opensWide);
  const names = { count };
  return (
    <div className={c('filters')}>
      <Filters many>
        {search}
        {wide && Object.entries(main).map(([name, filter]) => <Fragment key={name}>{filter}</Fragment>)}
        <span className={c('toggle')}>
          <SmallButton
            aria-controls={id}
            aria-expanded={isOpen}
            icon={tune}
            onClick={() => setChosen(!isOpen)}
            variant="quiet"
          >
            {wide ? t('filter.more', names) : t('filter.narrow', names)}
          </SmallButton>
        </span>
      </Filters>
      <div hidden={!isOpen} id={id}>
        {isOpen && (
          <Filters many>
            {!wide && Object.entries(main).map(([name, filter]) => <Fragment key={name}>{filter}</Fragment>)}
            {Object.entries(more).map(([name, filter]) => (
              <Fragment key={name}>{filter}</Fragment>
            ))}
          </Filters>
        )}
      </div>
      <Notes filters={filters} names={['search', ...Object.keys(main), ...Object.keys(more)]} zoned={zoned} />
    </div>
  );
}

interface NotesProps extends Pick<Props, 'filters' | 'zoned'> {
  readonly names: readonly string[];
}

/** Which zone the filters mean, and how to get rid of them. */
function Notes({ filters, names, zoned }: NotesProps) {
  const { clock } = useConsole();
  if (filters.count(names) === 0) return null;
  return (
    <p className={c('notes')}>
      {filters.count(zoned) > 0 && (
        <span>{t('filter.zone', { zone: formatYearRoundZone(filters.zone, clock.now()) })}</span>
      )}
      {!filters.isOwnZone && (
        <SmallButton onClick={filters.toOwnZone} variant="plain">
          {t('filter.ownZone')}
        </SmallButton>
      )}
      <SmallButton onClick={filters.clear} variant="plain">
        {t('filter.clear')}
      </SmallButton>
    </p>
  );
}
