import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Field } from '@offhook/design/forms/field.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import close from '@offhook/design/icons/close.svg?raw';
import type { RegionForm } from '../../core/forms/rules-form.ts';
import { Card } from '../cards/card.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { MinuteSelect } from '../forms/minute-select.tsx';
import styles from './region-list.module.css';

const c = classes(styles);

interface Props {
  readonly regions: readonly RegionForm[];
  readonly error: string | null;
  readonly onChange: (regions: readonly RegionForm[]) => void;
}

/** Narrower hours for numbers that begin so. */
export function RegionList({ regions, error, onChange }: Props) {
  const change = (at: number, fields: Partial<RegionForm>) =>
    onChange(regions.map((one, index) => (index === at ? { ...one, ...fields } : one)));
  return (
    <Card
      beside="Narrower hours for numbers that begin so"
      end={
        <SmallButton
          icon={add}
          look="plain"
          onClick={() => onChange([...regions, { prefix: '+', from_minute: 540, to_minute: 1_200 }])}
        >
          Add a region
        </SmallButton>
      }
      title="Regions"
    >
      <Banner text={error} />
      {regions.length === 0 && <p className={c('none')}>The same hours for every number.</p>}
      <ul className={c('list')}>
        {regions.map(({ prefix, from_minute, to_minute }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: regions have nothing else, and the fields are controlled
          <li className={c('row')} key={at}>
            <div className={c('prefix')}>
              <Field
                dir="ltr"
                filter
                inputMode="tel"
                label={`Region ${at + 1} begins with`}
                onChange={({ target }) => change(at, { prefix: target.value })}
                value={prefix}
              />
            </div>
            <MinuteSelect
              filter
              label={`Region ${at + 1} from`}
              minute={from_minute}
              onChange={(minute) => change(at, { from_minute: minute })}
            />
            <span aria-hidden="true">–</span>
            <MinuteSelect
              filter
              label={`Region ${at + 1} to`}
              minute={to_minute}
              onChange={(minute) => change(at, { to_minute: minute })}
            />
            <IconButton
              icon={close}
              look="row"
              name={`Remove region ${at + 1}`}
              onClick={() => onChange(regions.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
