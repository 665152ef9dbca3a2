import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Field, Select } from '@offhook/design/forms/field.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import close from '@offhook/design/icons/close.svg?raw';
import type { RecordingRegionForm } from '../../core/forms/rules-form.ts';
import { Card } from '../cards/card.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import styles from './region-list.module.css';

const c = classes(styles);

interface Props {
  readonly regions: readonly RecordingRegionForm[];
  readonly error: string | null;
  readonly onChange: (regions: readonly RecordingRegionForm[]) => void;
}

/** Exceptions from the built-in list of regions, for teams that announce recordings where the law requires it. */
export function RecordingRegions({ regions, error, onChange }: Props) {
  const change = (at: number, fields: Partial<RecordingRegionForm>) =>
    onChange(regions.map((one, index) => (index === at ? { ...one, ...fields } : one)));
  return (
    <Card
      beside="For teams that announce where the law requires it"
      end={
        <SmallButton
          icon={add}
          look="plain"
          onClick={() => onChange([...regions, { prefix: '+', announces: true }])}
        >
          Add an exception
        </SmallButton>
      }
      title="Recording announcements"
    >
      <Banner text={error} />
      {regions.length === 0 && (
        <p className={c('none')}>
          Announced in the regions of the built-in list, and where the region is unknown.
        </p>
      )}
      <ul className={c('list')}>
        {regions.map(({ prefix, announces }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: regions have nothing else, and the fields are controlled
          <li className={c('row')} key={at}>
            <div className={c('prefix')}>
              <Field
                dir="ltr"
                filter
                inputMode="tel"
                label={`Exception ${at + 1} begins with`}
                onChange={({ target }) => change(at, { prefix: target.value })}
                value={prefix}
              />
            </div>
            <Select
              filter
              label={`Exception ${at + 1}`}
              onChange={({ target }) => change(at, { announces: target.value === 'yes' })}
              value={announces ? 'yes' : 'no'}
            >
              <option value="yes">Announced</option>
              <option value="no">Not announced</option>
            </Select>
            <IconButton
              icon={close}
              look="row"
              name={`Remove exception ${at + 1}`}
              onClick={() => onChange(regions.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
