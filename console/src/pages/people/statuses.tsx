import { STATUS_ICONS, type StatusIcon } from '@offhook/contract/agent/agent-status';
import type { ConsoleStatus } from '@offhook/contract/console/status-entities';
import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import up from '@offhook/design/icons/arrow_upward.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { statusIcon } from '@offhook/design/icons/status-icons';
import { t } from '@offhook/i18n/console';
import type { ReactNode } from 'react';
import {
  canAddStatus,
  hasOwnName,
  moveStatusUp,
  NEW_STATUS,
  type StatusForm,
  statusesChange,
  statusesForm,
  statusesProblems,
  wrongStatusFields,
} from '../../core/forms/people/statuses-form.ts';
import { Choice, type Choices } from '../../parts/forms/choice.tsx';
import { EditorPage } from '../../parts/forms/editor-page.tsx';
import formStyles from '../../parts/forms/form-page.module.css';
import { ListEditor } from '../../parts/forms/list-editor.tsx';
import { TextField } from '../../parts/forms/text-field.tsx';
import { useEditor } from '../../parts/forms/use-editor.ts';
import { ReadPage } from '../../parts/shell/read-page.tsx';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import styles from './statuses.module.css';

const c = classes(styles);
const form = classes(formStyles);

interface Statuses {
  readonly version: number;
  readonly list: readonly ConsoleStatus[];
}

export function StatusesPage() {
  const query = useApiQuery('readStatuses', {}, { live: 'settings' });
  return (
    <ReadPage query={query} title={t('statuses.title')}>
      {({ statuses }) => <StatusesEditor statuses={statuses} />}
    </ReadPage>
  );
}

function StatusesEditor({ statuses }: { readonly statuses: Statuses }) {
  const editor = useEditor({
    latest: statuses,
    formOf: statusesForm,
    problems: statusesProblems,
    request: useApiMutation('changeStatuses', ['readStatuses']),
    input: ({ form: edited, version }) => ({ body: { version, list: statusesChange(edited) } }),
    subjectOf: (answer) => answer.statuses,
  });
  const { form: edited, set, problems, saveAttempted } = editor;
  const wrong = saveAttempted ? wrongStatusFields(edited) : [];
  return (
    <EditorPage editor={editor} title={t('statuses.title')}>
      <div className={form('main')}>
        <ListEditor
          add={t('statuses.add')}
          beside={t('statuses.hint')}
          canRemove={({ key }) => key === null}
          error={saveAttempted ? (problems.list ?? null) : null}
          foot={t('statuses.kept')}
          head={<StatusHead />}
          newRow={canAddStatus(edited) ? NEW_STATUS : undefined}
          none={t('statuses.empty')}
          onChange={(list) => set({ list })}
          remove={(at) => t('statuses.remove', { position: at + 1 })}
          rows={edited.list}
          title={t('statuses.menu')}
        >
          {(row, at, change) => (
            <StatusRow
              at={at}
              change={change}
              onMoveUp={() => set(moveStatusUp(edited, at))}
              row={row}
              wrong={wrong[at]}
            />
          )}
        </ListEditor>
      </div>
    </EditorPage>
  );
}

const iconChoices = (): Choices => STATUS_ICONS.map((icon) => [icon, t(`statuses.icon.${icon}`)]);

function StatusHead() {
  return (
    <div aria-hidden="true" className={c('status', 'head')}>
      <span />
      <span>{t('statuses.head.name')}</span>
      <span>{t('statuses.head.icon')}</span>
      <span>{t('statuses.head.minutes')}</span>
      <span>{t('statuses.head.offer')}</span>
    </div>
  );
}

interface RowProps {
  readonly row: StatusForm;
  readonly at: number;
  readonly change: (fields: Partial<StatusForm>) => void;
  readonly wrong: ReturnType<typeof wrongStatusFields>[number] | undefined;
  readonly onMoveUp: () => void;
}

function StatusRow({ row, at, change, wrong, onMoveUp }: RowProps) {
  const position = at + 1;
  return (
    <div className={c('status', row.archived && 'archived')}>
      <span className={c('icon')}>
        <Icon svg={statusIcon({ key: row.key ?? '', icon: row.icon })} />
      </span>
      <Cell head={t('statuses.head.name')}>
        <TextField
          aria-invalid={wrong?.name ?? false}
          disabled={!hasOwnName(row)}
          filter
          label={t('statuses.name', { position })}
          maxLength={40}
          onText={(name) => change({ name })}
          value={row.name}
        />
      </Cell>
      <Cell head={t('statuses.head.icon')}>
        <Choice
          choices={iconChoices()}
          filter
          label={t('statuses.iconOf', { position })}
          onText={(icon) => change({ icon: icon as StatusIcon })}
          value={row.icon}
        />
      </Cell>
      <Cell head={t('statuses.head.minutes')}>
        <TextField
          aria-invalid={wrong?.minutes ?? false}
          filter
          inputMode="numeric"
          label={t('statuses.minutes', { position })}
          onText={(minutes) => change({ minutes })}
          placeholder={t('statuses.noLimit')}
          value={row.minutes}
        />
      </Cell>
      <Cell head={t('statuses.head.offer')}>
        <Choice
          choices={[
            ['no', t('statuses.offered')],
            ['yes', t('statuses.archived')],
          ]}
          filter
          label={t('statuses.offer', { position })}
          onText={(archived) => change({ archived: archived === 'yes' })}
          value={row.archived ? 'yes' : 'no'}
        />
      </Cell>
      <IconButton
        disabled={at === 0}
        icon={up}
        name={t('statuses.up', { position })}
        onClick={onMoveUp}
        variant="row"
      />
    </div>
  );
}

/** Where the columns' heads don't fit, each field has its own. Its label names the row, too. */
function Cell({ head, children }: { readonly head: string; readonly children: ReactNode }) {
  return (
    <div className={c('cell')}>
      <span aria-hidden="true" className={c('label')}>
        {head}
      </span>
      {children}
    </div>
  );
}
