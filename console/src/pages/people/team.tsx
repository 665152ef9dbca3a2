import type { ConsoleTeam, ConsoleTeamDetail } from '@offhook/contract/console/people/team-entities';
import type { Holiday } from '@offhook/contract/console/rule-entities';
import { SCRIPT_MAX_LENGTH } from '@offhook/contract/limits';
import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import { Segmented } from '@offhook/design/forms/segmented.tsx';
import personAdd from '@offhook/design/icons/person_add.svg?raw';
import { rich, t } from '@offhook/i18n/console';
import { formatList } from '@offhook/i18n/formats';
import { useId, useState } from 'react';
import { useParams } from 'react-router';
import { removeMember, setPriority } from '../../core/forms/people/ringing-order.ts';
import { type TeamForm, teamChange, teamForm, teamProblems } from '../../core/forms/people/team-form.ts';
import { AddMember } from '../../parts/agents/add-member.tsx';
import { RingingOrder } from '../../parts/agents/ringing/ringing-order.tsx';
import type { TeamAgent } from '../../parts/agents/ringing/ringing-row.tsx';
import { TagList } from '../../parts/agents/tag-list.tsx';
import { Card } from '../../parts/cards/card.tsx';
import { Rich } from '../../parts/cards/rich.tsx';
import { Choice, toChoices } from '../../parts/forms/choice.tsx';
import { EditorPage } from '../../parts/forms/editor-page.tsx';
import type { Fields } from '../../parts/forms/fields.ts';
import styles from '../../parts/forms/form-page.module.css';
import { SwitchRow } from '../../parts/forms/switch-row.tsx';
import { TextArea, TextField } from '../../parts/forms/text-field.tsx';
import { useEditor } from '../../parts/forms/use-editor.ts';
import { GreetingField } from '../../parts/greetings/greeting-field.tsx';
import { ScheduleCard } from '../../parts/schedule/schedule-card.tsx';
import { ReadPage } from '../../parts/shell/read-page.tsx';
import { useApiMutation, useApiQuery } from '../../queries.ts';

const c = classes(styles);
const parents = () => [{ label: t('teams.title'), to: '/teams' }];

export function TeamPage() {
  const { id = '' } = useParams();
  const query = useApiQuery('readTeam', { params: { id } }, { live: 'settings' });
  const teams = useApiQuery('listTeams', {});
  const rules = useApiQuery('readRules', {});
  return (
    <ReadPage parents={parents()} query={query} title={t('team.title')}>
      {({ team }) => (
        <TeamEditor
          key={id}
          team={team}
          teams={teams.data?.data ?? []}
          timeZone={rules.data?.rules.time_zone ?? 'UTC'}
        />
      )}
    </ReadPage>
  );
}

const NO_HOLIDAYS: readonly Holiday[] = [];

interface EditorProps {
  readonly team: ConsoleTeamDetail;
  readonly teams: readonly ConsoleTeam[];
  readonly timeZone: string;
}

function TeamEditor({ team, teams, timeZone }: EditorProps) {
  const editor = useEditor({
    latest: team,
    formOf: teamForm,
    problems: teamProblems,
    request: useApiMutation('changeTeam', ['listTeams', 'readTeam', 'listAgents', 'readAgent']),
    input: ({ changed, version }) => ({ params: { id: team.id }, body: { version, ...teamChange(changed) } }),
    subjectOf: (answer) => answer.team,
  });
  const { form, set, text, flag, subject, saveAttempted, problems } = editor;
  const holidays = useApiQuery('readRules', {}, { live: 'settings' }).data?.rules.holidays ?? NO_HOLIDAYS;
  const numbers = formatList(subject.numbers.map((number) => number.phone_number_formatted));
  const agents = form.members.length;
  return (
    <EditorPage
      beside={
        numbers ? (
          <Rich parts={rich('team.summary', { agents, numbers: <bdi>{numbers}</bdi> })} />
        ) : (
          t('agents.count', { count: agents })
        )
      }
      editor={editor}
      parents={parents()}
      title={subject.name}
    >
      <div className={c('columns')}>
        <div className={c('main')}>
          <ScheduleCard
            always={{ label: t('team.schedule.always'), hint: t('team.schedule.always.hint') }}
            holidays={holidays}
            onChange={(schedule) => set({ schedule })}
            timeZone={timeZone}
            week={form.schedule}
          />
          <CallingSettings {...editor} />
          <Script {...editor} />
          <Texts {...editor} />
          <TagList
            error={saveAttempted ? (problems.tags ?? null) : null}
            onChange={(tags) => set({ tags })}
            rows={form.tags}
          />
        </div>
        <div className={c('side')}>
          <RingingOrderCard {...editor} team={subject} teams={teams} />
          <Card title={t('team.title')}>
            <div className={c('fields')}>
              <TextField {...text('name')} label={t('field.name')} maxLength={100} />
            </div>
            <SwitchRow
              {...flag('is_default')}
              description={t('team.default.hint')}
              disabled={subject.is_default}
              label={t('team.default')}
            />
          </Card>
        </div>
      </div>
    </EditorPage>
  );
}

const modes = () =>
  [
    { value: 'simultaneous', label: t('team.mode.simultaneous'), icon: '' },
    { value: 'round_robin', label: t('team.mode.roundRobin'), icon: '' },
  ] as const;

const wrapUps = () =>
  [
    ['none', t('team.wrapUp.none')],
    ['until_done', t('team.wrapUp.untilDone')],
    ['fixed', t('team.wrapUp.fixed')],
  ] as const;

const announcements = () =>
  [
    ['always', t('team.announcement.always')],
    ['by_region', t('team.announcement.byRegion')],
    ['never', t('team.announcement.never')],
  ] as const;

const ANNOUNCEMENT_HINTS = {
  always: 'team.announcement.always.hint',
  by_region: 'team.announcement.byRegion.hint',
  never: 'team.announcement.never.hint',
} as const;

function CallingSettings({ form, set, text, flag }: Fields<TeamForm>) {
  const hint = useId();
  return (
    <Card title={t('team.calling')}>
      <div className={c('fields', 'three')}>
        <div className={c('choice')}>
          <span aria-hidden="true" className={c('label')}>
            {t('team.mode')}
          </span>
          <Segmented
            choices={modes()}
            chosen={form.mode}
            name={t('team.mode')}
            onChoose={(mode) => set({ mode })}
            tight
          />
        </div>
        <TextField
          {...text('retries')}
          hint={t('team.retries.hint')}
          inputMode="numeric"
          label={t('team.retries')}
        />
        <TextField
          {...text('followups')}
          hint={t('team.followUps.hint')}
          inputMode="numeric"
          label={t('team.followUps')}
        />
        <TextField {...text('delay')} inputMode="numeric" label={t('team.delay')} />
        <TextField {...text('pace')} hint={t('team.pace.hint')} inputMode="numeric" label={t('team.pace')} />
        <div className={c('wide')}>
          <Choice
            choices={wrapUps()}
            label={t('team.wrapUp')}
            onText={(chosen) => {
              const [wrap_up] = wrapUps().find(([value]) => value === chosen) ?? [];
              if (wrap_up) set({ wrap_up });
            }}
            value={form.wrap_up}
          />
        </div>
        {form.wrap_up === 'fixed' && (
          <TextField {...text('wrap_up_seconds')} inputMode="numeric" label={t('team.wrapUp.seconds')} />
        )}
      </div>
      <SwitchRow {...flag('records')} description={t('team.record.hint')} label={t('team.record')} />
      {form.records && (
        <div className={c('choice', 'last')}>
          <Choice
            choices={announcements()}
            aria-describedby={hint}
            label={t('team.announcement')}
            onText={(chosen) => {
              const [announcement] = announcements().find(([value]) => value === chosen) ?? [];
              if (announcement) set({ recording_announcement: announcement });
            }}
            value={form.recording_announcement}
          />
          <p className={c('hint')} id={hint}>
            {t(ANNOUNCEMENT_HINTS[form.recording_announcement])}
          </p>
        </div>
      )}
      <SwitchRow
        {...flag('shares_recordings')}
        description={t('team.shareRecordings.hint')}
        label={t('team.shareRecordings')}
      />
      <SwitchRow
        {...flag('is_deal_whispertext')}
        description={t('team.askForTags.hint')}
        label={t('team.askForTags')}
      />
    </Card>
  );
}

function Script({ choice }: Fields<TeamForm>) {
  return (
    <Card title={t('team.script')}>
      <div className={c('fields')}>
        <TextArea
          {...choice('script')}
          hint={t('team.script.hint', {
            fields: '{fname}, {lname}, {label}, {company}, {category}, {agent}',
          })}
          label={t('team.script')}
          maxLength={SCRIPT_MAX_LENGTH}
        />
      </div>
    </Card>
  );
}

function Texts({ form, set, text, choice }: Fields<TeamForm>) {
  return (
    <Card title={t('team.texts')}>
      <div className={c('fields')}>
        <TextArea
          {...choice('whisper_template')}
          hint={t('team.whisper.hint', { fields: '{fname}, {lname}, {label}, {company}, {category}' })}
          label={t('team.whisper')}
          maxLength={1000}
        />
        <TextArea
          {...choice('missed_text')}
          hint={t('team.missedText.hint')}
          label={t('team.missedText')}
          maxLength={1600}
        />
        <GreetingField
          {...choice('welcome_message')}
          file={form.welcome_file}
          hint={t('team.welcome.hint')}
          label={t('team.welcome')}
          onFile={(welcome_file) => set({ welcome_file })}
        />
        <GreetingField
          {...choice('voicemail_greeting')}
          file={form.voicemail_file}
          hint={t('team.voicemail.hint')}
          label={t('team.voicemail')}
          onFile={(voicemail_file) => set({ voicemail_file })}
        />
        <TextField
          {...text('greeting_language')}
          dir="ltr"
          hint={t('team.language.hint')}
          label={t('team.language')}
          maxLength={35}
        />
      </div>
    </Card>
  );
}

interface RingingOrderCardProps extends Fields<TeamForm> {
  readonly team: ConsoleTeamDetail;
  readonly teams: readonly ConsoleTeam[];
}

function RingingOrderCard({ form, set, id, team, teams }: RingingOrderCardProps) {
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<ReadonlyMap<number, TeamAgent>>(new Map());
  const people = new Map<number, TeamAgent>([
    ...added,
    ...team.members.map((member) => [member.user_id, member] as const),
  ]);
  return (
    <Card
      end={<IconButton icon={personAdd} name={t('ringingOrder.addAgent')} onClick={() => setAdding(true)} />}
      title={t('ringingOrder.title')}
    >
      <RingingOrder
        members={form.members}
        onMove={(userId, group) => set({ members: setPriority(form.members, userId, group) })}
        onRemove={(userId) => set({ members: removeMember(form.members, userId) })}
        people={people}
      />
      <div className={c('fields', 'after')}>
        <Choice
          {...id('fallback_team_id')}
          choices={toChoices(teams.filter((one) => one.id !== team.id))}
          label={t('team.fallback')}
          none={t('list.none')}
        />
      </div>
      {adding && (
        <AddMember
          isMember={(userId) => form.members.some(({ user_id }) => user_id === userId)}
          onAdd={(agent) => {
            setAdded(new Map([...added, [agent.id, agent]]));
            const last = Math.max(1, ...form.members.map(({ priority_group }) => priority_group));
            set({ members: setPriority(form.members, agent.id, last) });
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  );
}
