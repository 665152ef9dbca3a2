import { STATUS_ICONS, type StatusIcon } from '@offhook/contract/agent/agent-status';
import type { ConsoleStatus } from '@offhook/contract/console/people/status-entities';
import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { statusIcon } from '@offhook/design/icons/status-icons';
import { t } from '@offhook/i18n/console';
import {
  canAddStatus,
  hasOwnName,
  NEW_STATUS,
  type StatusForm,
  statusesChange,
  statusesForm,
  statusesProblems,
  wrongStatusFields,
} from '../../core/forms/people/statuses-form.ts';
import { Choice, type Choices } from '../../parts/forms/choice.tsx';
import { TextField } from '../../parts/forms/text-field.tsx';
import { useEditor } from '../../parts/forms/use-editor.ts';
import { Cell, OrderedListPage } from '../../parts/ordered-list/ordered-list-page.tsx';
import { ReadPage } from '../../parts/shell/read-page.tsx';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import styles from './statuses.module.css';

const c = classes(styles);

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
  const { form: edited, saveAttempted } = editor;
  const wrong = saveAttempted ? wrongStatusFields(edited) : [];
  return (
    <OrderedListPage
      add={t('statuses.add')}
      beside={t('statuses.hint')}
      canRemove={({ key }) => key === null}
      columns={c('status')}
      editor={editor}
      foot={t('statuses.kept')}
      heads={[
        '',
        t('statuses.head.name'),
        t('statuses.head.icon'),
        t('statuses.head.minutes'),
        t('statuses.head.offer'),
      ]}
      listTitle={t('statuses.menu')}
      moveUp={(position) => t('statuses.up', { position })}
      newRow={canAddStatus(edited) ? NEW_STATUS : undefined}
      none={t('statuses.empty')}
      remove={(position) => t('statuses.remove', { position })}
      title={t('statuses.title')}
    >
      {(row, at, change) => <StatusFields change={change} position={at + 1} row={row} wrong={wrong[at]} />}
    </OrderedListPage>
  );
}

const iconChoices = (): Choices => STATUS_ICONS.map((icon) => [icon, t(`statuses.icon.${icon}`)]);

interface FieldsProps {
  readonly row: StatusForm;
  readonly position: number;
  readonly change: (fields: Partial<StatusForm>) => void;
  readonly wrong: ReturnType<typeof wrongStatusFields>[number] | undefined;
}

function StatusFields({ row, position, change, wrong }: FieldsProps) {
  return (
    <>
      <span className={c('icon', row.archived && 'archived')}>
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
    </>
  );
}
