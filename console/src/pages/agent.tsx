import type { ConsoleAgent, ConsoleTeam } from '@offhook/contract/console/console-entities';
import { PERMISSIONS } from '@offhook/contract/permissions';
import { classes } from '@offhook/design/classes';
import { Select } from '@offhook/design/forms/field.tsx';
import { useParams } from 'react-router';
import {
  type AgentForm,
  type AgentProblems,
  agentChange,
  agentForm,
  agentProblems,
  NO_COUNTRY,
  withPermission,
} from '../core/forms/agent-form.ts';
import { PERMISSION_WORDS } from '../core/forms/permission-words.ts';
import { Card } from '../parts/cards/card.tsx';
import { CountrySelect } from '../parts/forms/country-select.tsx';
import { EditorPage } from '../parts/forms/editor-page.tsx';
import styles from '../parts/forms/form-page.module.css';
import { SwitchRow } from '../parts/forms/switch-row.tsx';
import { TextField } from '../parts/forms/text-field.tsx';
import { useEditor } from '../parts/forms/use-editor.ts';
import type { Form } from '../parts/forms/use-form.ts';
import { AgentAccess } from '../parts/people/agent-access.tsx';
import { MembershipList } from '../parts/people/membership-list.tsx';
import { ScheduleCard } from '../parts/schedule/schedule-card.tsx';
import { timeZones } from '../parts/schedule/time-zones.ts';
import { Page } from '../parts/shell/page.tsx';
import { SkeletonPage } from '../parts/shell/skeleton-page.tsx';
import { Loaded } from '../parts/tables/loaded.tsx';
import { useAsk, useTell } from '../queries.ts';

const c = classes(styles);
const PARENTS = [{ label: 'Agents', to: '/agents' }];

export function AgentPage() {
  const { id = '' } = useParams();
  const agent = useAsk('readAgent', { params: { id } }, { live: 'settings' });
  const teams = useAsk('listTeams', {});
  if (agent.data) return <AgentEditor agent={agent.data.agent} key={id} teams={teams.data?.data ?? []} />;
  return (
    <Page parents={PARENTS} title="Agent">
      <Loaded query={agent} skeleton={<SkeletonPage />}>
        {() => null}
      </Loaded>
    </Page>
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
    whyNot: (form) => Object.keys(agentProblems(form)).length > 0,
    tell: useTell('changeAgent', ['listAgents', 'readAgent', 'listTeams', 'readTeam']),
    input: ({ changed, version }) => ({
      params: { id: agent.id },
      body: { version, ...agentChange(changed) },
    }),
    subjectOf: (answer) => answer.agent,
  });
  const { form, set, subject } = editor;
  const problems = agentProblems(form);
  return (
    <EditorPage beside={subject.email} editor={editor} parents={PARENTS} title={subject.full_name}>
      <div className={c('columns')}>
        <div className={c('main')}>
          <Details form={editor} problems={problems} />
          <ScheduleCard
            always="Rung whenever a team of theirs is."
            onChange={(schedule) => set({ schedule })}
            timeZone={form.time_zone}
            week={form.schedule}
          />
          <Reaching form={editor} problems={problems} />
        </div>
        <div className={c('side')}>
          <MembershipList
            error={problems.teams ?? null}
            memberships={form.teams}
            onChange={(memberships) => set({ teams: memberships })}
            teams={teams}
          />
          <Rights form={editor} />
          <AgentAccess active={form.active} agent={subject} onActive={(active) => set({ active })} />
        </div>
      </div>
    </EditorPage>
  );
}

interface PartProps {
  readonly form: Form<AgentForm>;
}
type WithProblems = PartProps & { readonly problems: AgentProblems };

const COUNTRY_CHOICES = [
  { value: '', label: 'The account’s' },
  { value: NO_COUNTRY, label: 'None' },
];

function Details({ form: { form, set }, problems }: WithProblems) {
  return (
    <Card title="Details">
      <div className={c('fields', 'two')}>
        <TextField
          error={problems.full_name ?? null}
          label="Full name"
          maxLength={200}
          onText={(full_name) => set({ full_name })}
          value={form.full_name}
        />
        <TextField
          dir="ltr"
          hint="The agent’s own phone. Empty: none."
          label="Phone number"
          maxLength={250}
          onText={(phone_number) => set({ phone_number })}
          type="tel"
          value={form.phone_number}
        />
        <CountrySelect
          onChange={(country_code) => set({ country_code })}
          others={COUNTRY_CHOICES}
          value={form.country_code}
        />
        <Select
          label="Time zone"
          onChange={({ target }) => set({ time_zone: target.value })}
          value={form.time_zone}
        >
          {timeZones(form.time_zone).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </div>
    </Card>
  );
}

function Reaching({ form: { form, set }, problems }: WithProblems) {
  return (
    <Card title="How this agent is reached">
      <div className={c('fields', 'two')}>
        <TextField
          error={problems.cap ?? null}
          hint="At most. Empty: no limit."
          inputMode="numeric"
          label="Calls a day"
          onText={(cap) => set({ cap })}
          value={form.cap}
        />
      </div>
      <SwitchRow
        description="Never on their own phone."
        label="In the app only"
        on={form.is_app_only}
        onSwitch={(is_app_only) => set({ is_app_only })}
      />
      <SwitchRow
        description="When the app is not open, their own phone is called."
        disabled={form.is_app_only}
        label="Own phone switched on"
        on={form.mobile_enabled}
        onSwitch={(mobile_enabled) => set({ mobile_enabled })}
      />
      <SwitchRow
        description="No leads are offered."
        label="Do not disturb"
        on={form.do_not_disturb}
        onSwitch={(do_not_disturb) => set({ do_not_disturb })}
      />
    </Card>
  );
}

function Rights({ form: { form, set } }: PartProps) {
  return (
    <Card title="Rights">
      {PERMISSIONS.map((permission) => (
        <SwitchRow
          description={PERMISSION_WORDS[permission].about}
          key={permission}
          label={PERMISSION_WORDS[permission].name}
          on={form.permissions.includes(permission)}
          onSwitch={(on) => set({ permissions: withPermission(form.permissions, permission, on) })}
        />
      ))}
    </Card>
  );
}
