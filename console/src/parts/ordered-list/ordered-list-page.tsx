import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import up from '@offhook/design/icons/arrow_upward.svg?raw';
import type { ComponentProps, ReactNode } from 'react';
import { moveUp } from '../../core/forms/move-up.ts';
import { EditorPage } from '../forms/editor-page.tsx';
import formStyles from '../forms/form-page.module.css';
import { ListEditor } from '../forms/list-editor.tsx';
import type { Editor } from '../forms/use-editor.ts';
import styles from './ordered-list.module.css';

const c = classes(styles);
const form = classes(formStyles);

type ListProps<R extends object> = ComponentProps<typeof ListEditor<R>>;

interface Props<R extends object>
  extends Pick<ListProps<R>, 'add' | 'beside' | 'foot' | 'none' | 'newRow' | 'canRemove' | 'children'> {
  readonly editor: Editor<unknown, { readonly list: readonly R[] }, { readonly list?: string }>;
  readonly title: string;
  readonly listTitle: string;
  /** The class that sets the columns of a row. The last is `auto`, for the button that moves the row up. */
  readonly columns: string;
  /** Of the columns before the button. */
  readonly heads: readonly string[];
  readonly moveUp: (position: number) => string;
  readonly remove: (position: number) => string;
}

/** A page with one list in the user's own order, which is saved as a whole. */
export function OrderedListPage<R extends object>({
  editor,
  title,
  listTitle,
  columns,
  heads,
  children,
  ...texts
}: Props<R>) {
  const { form: edited, set, problems, saveAttempted } = editor;
  const rows = edited.list;
  return (
    <EditorPage editor={editor} title={title}>
      <div className={form('main')}>
        <ListEditor
          {...texts}
          error={saveAttempted ? (problems.list ?? null) : null}
          head={
            <div aria-hidden="true" className={`${c('row', 'head')} ${columns}`}>
              {heads.map((head) => (
                <span key={head}>{head}</span>
              ))}
            </div>
          }
          onChange={(list) => set({ list })}
          remove={(at) => texts.remove(at + 1)}
          rows={rows}
          title={listTitle}
        >
          {(row, at, change) => (
            <div className={`${c('row')} ${columns}`}>
              {children(row, at, change)}
              <IconButton
                disabled={at === 0}
                icon={up}
                name={texts.moveUp(at + 1)}
                onClick={() => set({ list: moveUp(rows, at) })}
                variant="row"
              />
            </div>
          )}
        </ListEditor>
      </div>
    </EditorPage>
  );
}

/** A field of a row. On a narrow page, where the columns have no heads, its own is shown. */
export function Cell({ head, children }: { readonly head: string; readonly children: ReactNode }) {
  return (
    <div className={c('cell')}>
      <span aria-hidden="true" className={c('label')}>
        {head}
      </span>
      {children}
    </div>
  );
}
