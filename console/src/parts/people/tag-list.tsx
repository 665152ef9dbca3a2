import { classes } from '@offhook/design/classes';
import { Field } from '@offhook/design/forms/field.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import up from '@offhook/design/icons/arrow_upward.svg?raw';
import type { TagForm } from '../../core/forms/team-form.ts';
import { ListEditor, type ListEditorProps } from '../forms/list-editor.tsx';
import styles from './tag-list.module.css';

const c = classes(styles);

const NEW_TAG: TagForm = { id: null, name: '', color: '#0e6848', uses: 0 };

/** Of one that leads or calls have: it can be renamed, and not be removed. */
function usesText(uses: number): string {
  return uses === 1 ? 'In use once' : `In use ${uses} times`;
}

/** The tags of Tags & Stages, in the order agents see them. */
export function TagList(props: ListEditorProps<TagForm>) {
  const raise = (tag: TagForm, at: number) => {
    const others = props.rows.filter((_, index) => index !== at);
    props.onChange([...others.slice(0, at - 1), tag, ...others.slice(at - 1)]);
  };
  return (
    <ListEditor
      {...props}
      add="Add a tag"
      beside="In the order agents see them"
      canRemove={({ uses }) => uses === 0}
      fresh={NEW_TAG}
      none="There are no tags: agents are not asked for any."
      remove={(at) => `Remove tag ${at + 1}`}
      title="Tags"
    >
      {(tag, at, change) => (
        <>
          <input
            aria-label={`Color of tag ${at + 1}`}
            className={c('color')}
            onChange={({ target }) => change({ color: target.value })}
            type="color"
            value={tag.color}
          />
          <div className={c('name')}>
            <Field
              filter
              label={`Name of tag ${at + 1}`}
              maxLength={100}
              onChange={({ target }) => change({ name: target.value })}
              value={tag.name}
            />
          </div>
          {tag.uses > 0 && <span className={c('uses')}>{usesText(tag.uses)}</span>}
          <IconButton
            disabled={at === 0}
            icon={up}
            look="row"
            name={`Move tag ${at + 1} up`}
            onClick={() => raise(tag, at)}
          />
        </>
      )}
    </ListEditor>
  );
}
