import type { ConsoleTeam, ConsoleTeamDetail } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { Select } from '@offhook/design/forms/field.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import { Segmented } from '@offhook/design/forms/segmented.tsx';
import personAdd from '@offhook/design/icons/person_add.svg?raw';
import { useState } from 'react';
import { useParams } from 'react-router';
import { putInto, takeOut } from '../core/forms/ringing-order.ts';
import {
  type TeamForm,
  type TeamProblems,
  teamChange,
  teamForm,
  teamProblems,
} from '../core/forms/team-form.ts';
import { Card } from '../parts/cards/card.tsx';
import { EditorPage } from '../parts/forms/editor-page.tsx';
import styles from '../parts/forms/form-page.module.css';
import { SwitchRow } from '../parts/forms/switch-row.tsx';
import { TextArea, TextField } from '../parts/forms/text-field.tsx';
import { useEditor } from '../parts/forms/use-editor.ts';
import type { Form } from '../parts/forms/use-form.ts';
import { AddMember } from '../parts/people/add-member.tsx';
import { RingingOrder } from '../parts/people/ringing-order.tsx';
import type { Person } from '../parts/people/ringing-row.tsx';
import { TagList } from '../parts/people/tag-list.tsx';
import { ScheduleCard } from '../parts/schedule/schedule-card.tsx';
import { Page } from '../parts/shell/page.tsx';
import { SkeletonPage } from '../parts/shell/skeleton-page.tsx';
import { Loaded } from '../parts/tables/loaded.tsx';
import { useAsk, useTell } from '../queries.ts';

const c = classes(styles);
const PARENTS = [{ label: 'Teams', to: '/teams' }];

export function TeamPage() {
  const { id = '' } = useParams();
  const team = useAsk('readTeam', { params: { id } }, { live: 'settings' });
  const teams = useAsk('listTeams', {});
  const rules = useAsk('readRules', {});
  if (team.data) {
    return (
      <TeamEditor
        key={id}
        team={team.data.team}
        teams={teams.data?.data ?? []}
        timeZone={rules.data?.rules.time_zone ?? 'UTC'}
      />
    );
  }
  return (
    <Page parents={PARENTS} title="Team">
      <Loaded query={team} skeleton={<SkeletonPage />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

interface EditorProps {
  readonly team: ConsoleTeamDetail;
  readonly teams: readonly ConsoleTeam[];
  readonly timeZone: string;
}

function TeamEditor({ team, teams, timeZone }: EditorProps) {
  const editor = useEditor({
    latest: team,
    formOf: teamForm,
    whyNot: (form) => Object.keys(teamProblems(form)).length > 0,
    tell: useTell('changeTeam', ['listTeams', 'readTeam', 'listAgents', 'readAgent']),
    input: ({ changed, version }) => ({ params: { id: team.id }, body: { version, ...teamChange(changed) } }),
    subjectOf: (answer) => answer.team,
  });
  const { form, set, subject, tried } = editor;
  const problems = teamProblems(form);
  const numbers = subject.numbers.map((number) => number.phone_number_formatted).join(', ');
  const agents = form.members.length;
  return (
    <EditorPage
      beside={[agents === 1 ? '1 agent' : `${agents} agents`, numbers].filter(Boolean).join(', ')}
      editor={editor}
      parents={PARENTS}
      title={subject.name}
    >
      <div className={c('columns')}>
        <div className={c('main')}>
          <ScheduleCard
            always="Leads are called whenever the calling rules allow it."
            onChange={(schedule) => set({ schedule })}
            timeZone={timeZone}
            week={form.schedule}
          />
          <HowLeadsAreCalled form={editor} problems={problems} />
          <Texts form={editor} />
          <TagList
            error={tried ? (problems.tags ?? null) : null}
            onChange={(tags) => set({ tags })}
            tags={form.tags}
          />
        </div>
        <div className={c('side')}>
          <Order form={editor} team={subject} teams={teams} />
          <Card title="Team">
            <div className={c('fields')}>
              <TextField
                error={problems.name ?? null}
                label="Name"
                maxLength={100}
                onText={(value) => set({ name: value })}
                value={form.name}
              />
            </div>
            <SwitchRow
              description="Takes the leads that name no team."
              disabled={subject.is_default}
              label="Default team"
              on={form.is_default}
              onSwitch={(is_default) => set({ is_default })}
            />
          </Card>
        </div>
      </div>
    </EditorPage>
  );
}

const MODES = [
  { value: 'simultaneous', label: 'Simultaneous', icon: '' },
  { value: 'round_robin', label: 'Round robin', icon: '' },
] as const;

const ANNOUNCEMENTS = [
  { value: 'always', label: 'To everyone' },
  { value: 'by_region', label: 'Where the law requires it' },
  { value: 'never', label: 'Never' },
] as const;

interface PartProps {
  readonly form: Form<TeamForm>;
}

function HowLeadsAreCalled({
  form: { form, set },
  problems,
}: PartProps & { readonly problems: TeamProblems }) {
  return (
    <Card title="How leads are called">
      <div className={c('fields', 'three')}>
        <div className={c('choice')}>
          <span aria-hidden="true" className={c('label')}>
            Ring agents
          </span>
          <Segmented
            choices={MODES}
            chosen={form.mode}
            name="Ring agents"
            onChoose={(mode) => set({ mode })}
            tight
          />
        </div>
        <TextField
          error={problems.retries ?? null}
          inputMode="numeric"
          label="Retries, minutes after a miss"
          onText={(retries) => set({ retries })}
          value={form.retries}
        />
        <TextField
          error={problems.followups ?? null}
          inputMode="numeric"
          label="Follow-ups, minutes"
          onText={(followups) => set({ followups })}
          value={form.followups}
        />
        <TextField
          error={problems.delay ?? null}
          inputMode="numeric"
          label="Wait before ringing, seconds"
          onText={(delay) => set({ delay })}
          value={form.delay}
        />
      </div>
      <SwitchRow
        description="Agent and lead on separate channels."
        label="Record calls"
        on={form.records}
        onSwitch={(records) => set({ records })}
      />
      {form.records && (
        <div className={c('fields', 'after')}>
          <Select
            label="Announce the recording"
            onChange={({ target }) => {
              const chosen = ANNOUNCEMENTS.find(({ value }) => value === target.value);
              if (chosen) set({ recording_announcement: chosen.value });
            }}
            value={form.recording_announcement}
          >
            {ANNOUNCEMENTS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </div>
      )}
      <SwitchRow
        description="In the order of the tags below."
        label="Ask for Tags & Stages after a contacted call"
        on={form.is_deal_whispertext}
        onSwitch={(is_deal_whispertext) => set({ is_deal_whispertext })}
      />
    </Card>
  );
}

function Texts({ form: { form, set } }: PartProps) {
  return (
    <Card title="Texts">
      <div className={c('fields')}>
        <TextArea
          hint="What an agent reads while a lead rings. {fname}, {lname}, {company}, {category} and other fields are filled in."
          label="Whisper text"
          maxLength={1000}
          onText={(whisper_template) => set({ whisper_template })}
          value={form.whisper_template}
        />
        <TextArea
          hint="Goes out once to a lead whom nobody could call. Empty: none does."
          label="Text after a missed lead"
          maxLength={1600}
          onText={(missed_text) => set({ missed_text })}
          value={form.missed_text}
        />
        <TextArea
          hint="What a caller hears first. Empty: nothing."
          label="Welcome message"
          maxLength={1000}
          onText={(welcome_message) => set({ welcome_message })}
          value={form.welcome_message}
        />
        <TextArea
          hint="What a caller hears whom nobody can take, before the tone. Empty: no voicemail."
          label="Voicemail greeting"
          maxLength={1000}
          onText={(voicemail_greeting) => set({ voicemail_greeting })}
          value={form.voicemail_greeting}
        />
        <TextField
          dir="ltr"
          hint="Of the two above, such as en-US or es-MX. Empty: the provider’s own."
          label="Language"
          maxLength={35}
          onText={(greeting_language) => set({ greeting_language })}
          value={form.greeting_language}
        />
      </div>
    </Card>
  );
}

function Order({
  form: { form, set },
  team,
  teams,
}: PartProps & { readonly team: ConsoleTeamDetail; readonly teams: readonly ConsoleTeam[] }) {
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<ReadonlyMap<number, Person>>(new Map());
  const people = new Map<number, Person>([
    ...added,
    ...team.members.map((member) => [member.user_id, member] as const),
  ]);
  return (
    <Card
      end={<IconButton icon={personAdd} name="Add an agent" onClick={() => setAdding(true)} />}
      title="Ringing order"
    >
      <RingingOrder
        members={form.members}
        onMove={(userId, group) => set({ members: putInto(form.members, userId, group) })}
        onRemove={(userId) => set({ members: takeOut(form.members, userId) })}
        people={people}
      />
      <div className={c('fields', 'after')}>
        <Select
          label="Fallback team"
          onChange={({ target }) =>
            set({ fallback_team_id: target.value === '' ? null : Number(target.value) })
          }
          value={form.fallback_team_id ?? ''}
        >
          <option value="">None</option>
          {teams
            .filter(({ id }) => id !== team.id)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </Select>
      </div>
      {adding && (
        <AddMember
          isIn={(userId) => form.members.some(({ user_id }) => user_id === userId)}
          onAdd={(agent) => {
            setAdded(new Map([...added, [agent.id, agent]]));
            const last = Math.max(1, ...form.members.map(({ priority_group }) => priority_group));
            set({ members: putInto(form.members, agent.id, last) });
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  );
}
