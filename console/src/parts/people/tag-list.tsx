import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Field } from '@offhook/design/forms/field.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import up from '@offhook/design/icons/arrow_upward.svg?raw';
import close from '@offhook/design/icons/close.svg?raw';
import type { TagForm } from '../../core/forms/team-form.ts';
import { Card } from '../cards/card.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import styles from './tag-list.module.css';

const c = classes(styles);

interface Props {
  readonly tags: readonly TagForm[];
  readonly error: string | null;
  readonly onChange: (tags: readonly TagForm[]) => void;
}

const NEW_COLOR = '#0e6848';

/** Of one that leads or calls have: it can be renamed, and not be removed. */
function usesText(uses: number): string {
  return uses === 1 ? 'In use once' : `In use ${uses} times`;
}

/** The tags of Tags & Stages, in the order agents see them. */
export function TagList({ tags, error, onChange }: Props) {
  const change = (at: number, fields: Partial<TagForm>) =>
    onChange(tags.map((tag, index) => (index === at ? { ...tag, ...fields } : tag)));
  const raise = (at: number) => {
    const tag = tags[at];
    if (!tag) return;
    const others = tags.filter((_, index) => index !== at);
    onChange([...others.slice(0, at - 1), tag, ...others.slice(at - 1)]);
  };
  return (
    <Card
      beside="In the order agents see them"
      end={
        <SmallButton
          icon={add}
          look="plain"
          onClick={() => onChange([...tags, { id: null, name: '', color: NEW_COLOR, uses: 0 }])}
        >
          Add a tag
        </SmallButton>
      }
      title="Tags"
    >
      <Banner text={error} />
      {tags.length === 0 && <p className={c('none')}>There are no tags: agents are not asked for any.</p>}
      <ul className={c('list')}>
        {tags.map((tag, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a new tag has nothing else, and the fields are controlled
          <li className={c('row')} key={at}>
            <input
              aria-label={`Color of tag ${at + 1}`}
              className={c('color')}
              onChange={({ target }) => change(at, { color: target.value })}
              type="color"
              value={tag.color}
            />
            <div className={c('name')}>
              <Field
                filter
                label={`Name of tag ${at + 1}`}
                maxLength={100}
                onChange={({ target }) => change(at, { name: target.value })}
                value={tag.name}
              />
            </div>
            {tag.uses > 0 && <span className={c('uses')}>{usesText(tag.uses)}</span>}
            <IconButton
              disabled={at === 0}
              icon={up}
              look="row"
              name={`Move tag ${at + 1} up`}
              onClick={() => raise(at)}
            />
            <IconButton
              disabled={tag.uses > 0}
              icon={close}
              look="row"
              name={`Remove tag ${at + 1}`}
              onClick={() => onChange(tags.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
