import type { ConsoleTeam, ConsoleTeamDetail } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import { Segmented } from '@offhook/design/forms/segmented.tsx';
import personAdd from '@offhook/design/icons/person_add.svg?raw';
import { useState } from 'react';
import { useParams } from 'react-router';
import { putInto, takeOut } from '../core/forms/ringing-order.ts';
import { type TeamForm, teamChange, teamForm, teamProblems } from '../core/forms/team-form.ts';
import { Card } from '../parts/cards/card.tsx';
import { Choice, namesOf } from '../parts/forms/choice.tsx';
import { EditorPage } from '../parts/forms/editor-page.tsx';
import type { Fields } from '../parts/forms/fields.ts';
import styles from '../parts/forms/form-page.module.css';
import { SwitchRow } from '../parts/forms/switch-row.tsx';
import { TextArea, TextField } from '../parts/forms/text-field.tsx';
import { useEditor } from '../parts/forms/use-editor.ts';
import { AddMember } from '../parts/people/add-member.tsx';
import { RingingOrder } from '../parts/people/ringing-order.tsx';
import type { Person } from '../parts/people/ringing-row.tsx';
import { TagList } from '../parts/people/tag-list.tsx';
import { ScheduleCard } from '../parts/schedule/schedule-card.tsx';
import { ReadPage } from '../parts/shell/read-page.tsx';
import { useAsk, useTell } from '../queries.ts';

const c = classes(styles);
const PARENTS = [{ label: 'Teams', to: '/teams' }];

export function TeamPage() {
  const { id = '' } = useParams();
  const query = useAsk('readTeam', { params: { id } }, { live: 'settings' });
  const teams = useAsk('listTeams', {});
  const rules = useAsk('readRules', {});
  return (
    <ReadPage parents={PARENTS} query={query} title="Team">
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
    tell: useTell('changeTeam', ['listTeams', 'readTeam', 'listAgents', 'readAgent']),
    input: ({ changed, version }) => ({ params: { id: team.id }, body: { version, ...teamChange(changed) } }),
    subjectOf: (answer) => answer.team,
  });
  const { form, set, text, flag, subject, tried, problems } = editor;
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
          <HowLeadsAreCalled {...editor} />
          <Texts {...editor} />
          <TagList
            error={tried ? (problems.tags ?? null) : null}
            onChange={(tags) => set({ tags })}
            rows={form.tags}
          />
        </div>
        <div className={c('side')}>
          <Order {...editor} team={subject} teams={teams} />
          <Card title="Team">
            <div className={c('fields')}>
              <TextField {...text('name')} label="Name" maxLength={100} />
            </div>
            <SwitchRow
              {...flag('is_default')}
              description="Takes the leads that name no team."
              disabled={subject.is_default}
              label="Default team"
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
  ['always', 'To everyone'],
  ['by_region', 'Where the law requires it'],
  ['never', 'Never'],
] as const;

function HowLeadsAreCalled({ form, set, text, flag }: Fields<TeamForm>) {
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
        <TextField {...text('retries')} inputMode="numeric" label="Retries, minutes after a miss" />
        <TextField {...text('followups')} inputMode="numeric" label="Follow-ups, minutes" />
        <TextField {...text('delay')} inputMode="numeric" label="Wait before ringing, seconds" />
      </div>
      <SwitchRow
        {...flag('records')}
        description="Agent and lead on separate channels."
        label="Record calls"
      />
      {form.records && (
        <div className={c('fields', 'after')}>
          <Choice
            choices={ANNOUNCEMENTS}
            label="Announce the recording"
            onText={(chosen) => {
              const [announcement] = ANNOUNCEMENTS.find(([value]) => value === chosen) ?? [];
              if (announcement) set({ recording_announcement: announcement });
            }}
            value={form.recording_announcement}
          />
        </div>
      )}
      <SwitchRow
        {...flag('is_deal_whispertext')}
        description="In the order of the tags below."
        label="Ask for Tags & Stages after a contacted call"
      />
    </Card>
  );
}

function Texts({ text, choice }: Fields<TeamForm>) {
  return (
    <Card title="Texts">
      <div className={c('fields')}>
        <TextArea
          {...choice('whisper_template')}
          hint="What an agent reads while a lead rings. {fname}, {lname}, {company}, {category} and other fields are filled in."
          label="Whisper text"
          maxLength={1000}
        />
        <TextArea
          {...choice('missed_text')}
          hint="Goes out once to a lead whom nobody could call. Empty: none does."
          label="Text after a missed lead"
          maxLength={1600}
        />
        <TextArea
          {...choice('welcome_message')}
          hint="What a caller hears first. Empty: nothing."
          label="Welcome message"
          maxLength={1000}
        />
        <TextArea
          {...choice('voicemail_greeting')}
          hint="What a caller hears whom nobody can take, before the tone. Empty: no voicemail."
          label="Voicemail greeting"
          maxLength={1000}
        />
        <TextField
          {...text('greeting_language')}
          dir="ltr"
          hint="Of the two above, such as en-US or es-MX. Empty: the provider’s own."
          label="Language"
          maxLength={35}
        />
      </div>
    </Card>
  );
}

interface OrderProps extends Fields<TeamForm> {
  readonly team: ConsoleTeamDetail;
  readonly teams: readonly ConsoleTeam[];
}

function Order({ form, set, id, team, teams }: OrderProps) {
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
        <Choice
          {...id('fallback_team_id')}
          choices={namesOf(teams.filter((one) => one.id !== team.id))}
          label="Fallback team"
          none="None"
        />
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
