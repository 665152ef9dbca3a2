import type { ConsoleAgent, ConsoleTeam } from '@offhook/contract/console/console-entities';
import { PERMISSIONS } from '@offhook/contract/permissions';
import { classes } from '@offhook/design/classes';
import { useParams } from 'react-router';
import {
  type AgentForm,
  agentChange,
  agentForm,
  agentProblems,
  NO_COUNTRY,
} from '../core/forms/agent-form.ts';
import { chosen } from '../core/forms/chosen.ts';
import { PERMISSION_WORDS } from '../core/forms/permission-words.ts';
import { Card } from '../parts/cards/card.tsx';
import type { Choices } from '../parts/forms/choice.tsx';
import { CountrySelect } from '../parts/forms/country-select.tsx';
import { EditorPage } from '../parts/forms/editor-page.tsx';
import type { Fields } from '../parts/forms/fields.ts';
import styles from '../parts/forms/form-page.module.css';
import { SwitchRow } from '../parts/forms/switch-row.tsx';
import { TextField } from '../parts/forms/text-field.tsx';
import { TimeZoneSelect } from '../parts/forms/time-zone-select.tsx';
import { useEditor } from '../parts/forms/use-editor.ts';
import { AgentAccess } from '../parts/people/agent-access.tsx';
import { MembershipList } from '../parts/people/membership-list.tsx';
import { ScheduleCard } from '../parts/schedule/schedule-card.tsx';
import { ReadPage } from '../parts/shell/read-page.tsx';
import { useAsk, useTell } from '../queries.ts';

const c = classes(styles);
const PARENTS = [{ label: 'Agents', to: '/agents' }];

export function AgentPage() {
  const { id = '' } = useParams();
  const query = useAsk('readAgent', { params: { id } }, { live: 'settings' });
  const teams = useAsk('listTeams', {});
  return (
    <ReadPage parents={PARENTS} query={query} title="Agent">
      {({ agent }) => <AgentEditor agent={agent} key={id} teams={teams.data?.data ?? []} />}
    </ReadPage>
  );
}

interface EditorProps {
  readonly agent: ConsoleAgent;
  readonly teams: readonly ConsoleTeam[];
}

function AgentEditor({ agent, teams }: EditorProps) {
  const editor = useEditor({
    latest: agent,
    formOf: agentForm,
    problems: agentProblems,
    tell: useTell('changeAgent', ['listAgents', 'readAgent', 'listTeams', 'readTeam']),
    input: ({ changed, version }) => ({
      params: { id: agent.id },
      body: { version, ...agentChange(changed) },
    }),
    subjectOf: (answer) => answer.agent,
  });
  const { form, set, subject, problems } = editor;
  return (
    <EditorPage beside={subject.email} editor={editor} parents={PARENTS} title={subject.full_name}>
      <div className={c('columns')}>
        <div className={c('main')}>
          <Details {...editor} />
          <ScheduleCard
            always="Rung whenever a team of theirs is."
            onChange={(schedule) => set({ schedule })}
            timeZone={form.time_zone}
            week={form.schedule}
          />
          <Reaching {...editor} />
        </div>
        <div className={c('side')}>
          <MembershipList
            error={problems.teams ?? null}
            onChange={(memberships) => set({ teams: memberships })}
            rows={form.teams}
            teams={teams}
          />
          <Rights {...editor} />
          <AgentAccess active={form.active} agent={subject} onActive={(active) => set({ active })} />
        </div>
      </div>
    </EditorPage>
  );
}

const COUNTRY_CHOICES: Choices = [
  ['', 'The account’s'],
  [NO_COUNTRY, 'None'],
];

function Details({ text, choice }: Fields<AgentForm>) {
  return (
    <Card title="Details">
      <div className={c('fields', 'two')}>
        <TextField {...text('full_name')} label="Full name" maxLength={200} />
        <TextField
          {...text('phone_number')}
          dir="ltr"
          hint="The agent’s own phone. Empty: none."
          label="Phone number"
          maxLength={250}
          type="tel"
        />
        <CountrySelect {...choice('country_code')} others={COUNTRY_CHOICES} />
        <TimeZoneSelect {...choice('time_zone')} />
      </div>
    </Card>
  );
}

function Reaching({ form, text, flag }: Fields<AgentForm>) {
  return (
    <Card title="How this agent is reached">
      <div className={c('fields', 'two')}>
        <TextField
          {...text('cap')}
          hint="At most. Empty: no limit."
          inputMode="numeric"
          label="Calls a day"
        />
      </div>
      <SwitchRow {...flag('is_app_only')} description="Never on their own phone." label="In the app only" />
      <SwitchRow
        {...flag('mobile_enabled')}
        description="When the app is not open, their own phone is called."
        disabled={form.is_app_only}
        label="Own phone switched on"
      />
      <SwitchRow {...flag('do_not_disturb')} description="No leads are offered." label="Do not disturb" />
    </Card>
  );
}

function Rights({ form, set }: Fields<AgentForm>) {
  return (
    <Card title="Rights">
      {PERMISSIONS.map((permission) => (
        <SwitchRow
          description={PERMISSION_WORDS[permission].about}
          key={permission}
          label={PERMISSION_WORDS[permission].name}
          on={form.permissions.includes(permission)}
          onSwitch={(on) => set({ permissions: chosen(PERMISSIONS, form.permissions, permission, on) })}
        />
      ))}
    </Card>
  );
}
