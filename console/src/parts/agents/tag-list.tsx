import { classes } from '@offhook/design/classes';
import { Field } from '@offhook/design/forms/field.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import up from '@offhook/design/icons/arrow_upward.svg?raw';
import { t } from '@offhook/i18n/console';
import type { TagForm } from '../../core/forms/people/team-form.ts';
import { ListEditor, type ListEditorProps } from '../forms/list-editor.tsx';
import styles from './tag-list.module.css';

const c = classes(styles);

const NEW_TAG: TagForm = { id: null, name: '', color: '#0e6848', uses: 0 };

/** The tags of Tags & Stages, in the order agents see them. */
export function TagList(props: ListEditorProps<TagForm>) {
  const moveUp = (tag: TagForm, at: number) => {
    const others = props.rows.filter((_, index) => index !== at);
    props.onChange([...others.slice(0, at - 1), tag, ...others.slice(at - 1)]);
  };
  return (
    <ListEditor
      {...props}
      add={t('tag.add')}
      beside={t('tag.hint')}
      canRemove={({ uses }) => uses === 0}
      newRow={NEW_TAG}
      none={t('tag.empty')}
      remove={(at) => t('tag.remove', { position: at + 1 })}
      title={t('tag.title')}
    >
      {(tag, at, change) => (
        <>
          <input
            aria-label={t('tag.color', { position: at + 1 })}
            className={c('color')}
            onChange={({ target }) => change({ color: target.value })}
            type="color"
            value={tag.color}
          />
          <div className={c('name')}>
            <Field
              filter
              label={t('tag.name', { position: at + 1 })}
              maxLength={100}
              onChange={({ target }) => change({ name: target.value })}
              value={tag.name}
            />
          </div>
          {tag.uses > 0 && <span className={c('uses')}>{t('tag.uses', { count: tag.uses })}</span>}
          <IconButton
            disabled={at === 0}
            icon={up}
            variant="row"
            name={t('tag.moveUp', { position: at + 1 })}
            onClick={() => moveUp(tag, at)}
          />
        </>
      )}
    </ListEditor>
  );
}
