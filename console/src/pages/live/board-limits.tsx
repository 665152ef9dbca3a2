import type { ConsoleBoardLimits } from '@offhook/contract/console/board-limits';
import type { ConsoleStatus } from '@offhook/contract/console/people/status-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import type { ReactNode } from 'react';
import { stateName } from '../../core/board/board-rows.ts';
import { agentStatusName } from '../../core/board/status-text.ts';
import {
  boardLimitsChange,
  boardLimitsForm,
  boardLimitsProblems,
  type LimitForm,
} from '../../core/forms/board-limits-form.ts';
import { Card } from '../../parts/cards/card.tsx';
import { EditorPage } from '../../parts/forms/editor-page.tsx';
import formStyles from '../../parts/forms/form-page.module.css';
import { TextField } from '../../parts/forms/text-field.tsx';
import { useEditor } from '../../parts/forms/use-editor.ts';
import { ReadPage } from '../../parts/shell/read-page.tsx';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import styles from './board-limits.module.css';

const c = classes(styles);
const formClass = classes(formStyles);

const parents = () => [{ label: t('board.title'), to: '/' }];

export function BoardLimitsPage() {
  const page = { parents: parents(), title: t('limits.title') };
  const limits = useApiQuery('readBoardLimits', {}, { live: 'settings' });
  const statuses = useApiQuery('readStatuses', {}, { live: 'settings' });
  return (
    <ReadPage query={limits} {...page}>
      {(answer) => (
        <ReadPage query={statuses} {...page}>
          {({ statuses: { list } }) => (
            <LimitsEditor limits={answer.limits} statuses={list.filter(({ archived }) => !archived)} />
          )}
        </ReadPage>
      )}
    </ReadPage>
  );
}

interface EditorProps {
  readonly limits: ConsoleBoardLimits;
  readonly statuses: readonly ConsoleStatus[];
}

function LimitsEditor({ limits, statuses }: EditorProps) {
  const keys = statuses.map(({ key }) => key);
  const editor = useEditor({
    latest: limits,
    formOf: (saved) => boardLimitsForm(saved, keys),
    problems: boardLimitsProblems,
    request: useApiMutation('changeBoardLimits', ['readBoardLimits']),
    input: ({ changed, form, version }) => ({ body: { version, ...boardLimitsChange(changed, form) } }),
    subjectOf: (answer) => answer.limits,
  });
  const { form, set, problems, saveAttempted } = editor;
  const row = (id: string, name: string) => (
    <LimitRow
      error={saveAttempted ? (problems[id] ?? null) : null}
      isTime={id !== 'missed_today'}
      key={id}
      limit={form[id] ?? { caution: '', danger: '' }}
      name={name}
      onChange={(limit) => set({ [id]: limit })}
    />
  );
  return (
    <EditorPage editor={editor} parents={parents()} title={t('limits.title')}>
      <div className={formClass('main')}>
        <p className={c('hint')}>{t('limits.hint')}</p>
        <Card title={t('limits.time')}>
          <Rows>
            {row('ringing', stateName('ringing'))}
            {row('held', stateName('held'))}
            {row('oncall', stateName('oncall'))}
            {row('wrapup', stateName('wrapup'))}
          </Rows>
        </Card>
        {statuses.length > 0 && (
          <Card title={t('limits.statuses')}>
            <p className={c('hint')}>{t('limits.statuses.hint')}</p>
            <Rows>{statuses.map((status) => row(`status ${status.key}`, agentStatusName(status)))}</Rows>
          </Card>
        )}
        <Card title={t('limits.room')}>
          <Rows>
            {row('oldest_lead', t('limits.oldest'))}
            {row('missed_today', t('limits.missed'))}
          </Rows>
        </Card>
      </div>
    </EditorPage>
  );
}

function Rows({ children }: { readonly children: ReactNode }) {
  return (
    <div className={c('rows')}>
      <div aria-hidden="true" className={c('row', 'head')}>
        <span />
        <span>{t('limits.cautionHead')}</span>
        <span>{t('limits.dangerHead')}</span>
      </div>
      {children}
    </div>
  );
}

interface RowProps {
  readonly name: string;
  readonly limit: LimitForm;
  readonly isTime: boolean;
  readonly error: string | null;
  readonly onChange: (limit: LimitForm) => void;
}

function LimitRow({ name, limit, isTime, error, onChange }: RowProps) {
  const field = (level: keyof LimitForm) => (
    <TextField
      aria-invalid={error !== null}
      filter
      label={t(`limits.${level}`, { what: name })}
      maxLength={8}
      onText={(text) => onChange({ ...limit, [level]: text })}
      placeholder={t('statuses.noLimit')}
      value={limit[level]}
      {...(isTime ? {} : { inputMode: 'numeric' as const })}
    />
  );
  return (
    <div className={c('row')}>
      <span className={c('name')}>{name}</span>
      {field('caution')}
      {field('danger')}
      {error !== null && (
        <span className={c('error')} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
