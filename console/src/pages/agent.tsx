import type { ConsoleAgent, ConsoleTeam } from '@offhook/contract/console-entities';
import { PERMISSIONS } from '@offhook/contract/permissions';
import { Select } from '@offhook/softphone/components/field.tsx';
import { classes } from '@offhook/softphone/design/classes';
import { useState } from 'react';
import { useParams } from 'react-router';
import {
  type AgentForm,
  type AgentProblems,
  agentChange,
  agentForm,
  agentProblems,
  withPermission,
} from '../core/agent-form.ts';
import { PERMISSION_WORDS } from '../core/permission-words.ts';
import { AgentAccess } from '../parts/agent-access.tsx';
import { Card } from '../parts/card.tsx';
import { CountrySelect } from '../parts/country-select.tsx';
import styles from '../parts/form-page.module.css';
import { Loaded } from '../parts/loaded.tsx';
import { MembershipList } from '../parts/membership-list.tsx';
import { Page } from '../parts/page.tsx';
import { SaveBar } from '../parts/save-bar.tsx';
import { ScheduleCard } from '../parts/schedule-card.tsx';
import { SkeletonPage } from '../parts/skeleton-page.tsx';
import { SwitchRow } from '../parts/switch-row.tsx';
import { TextField } from '../parts/text-field.tsx';
import { timeZones } from '../parts/time-zones.ts';
import { type Form, useForm } from '../parts/use-form.ts';
import { useAsk, useTell } from '../queries.ts';

const c = classes(styles);
const PARENTS = [{ label: 'Agents', to: '/agents' }];

export function AgentPage() {
  const { id = '' } = useParams();
  const agent = useAsk('readAgent', { params: { id } });
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
  const form = useForm<AgentForm>(agentForm(agent));
  const [name, setName] = useState(agent.full_name);
  const [tried, setTried] = useState(false);
  const save = useTell('changeAgent', ['listAgents', 'readAgent', 'listTeams', 'readTeam']);
  const problems = agentProblems(form.form);
  const isWrong = Object.keys(problems).length > 0;

  const submit = () => {
    setTried(true);
    if (isWrong) return;
    save.mutate(
      { params: { id: agent.id }, body: agentChange(form.changed()) },
      {
        onSuccess: (answer) => {
          form.accept(agentForm(answer.agent));
          setName(answer.agent.full_name);
          setTried(false);
        },
      },
    );
  };
  const discard = () => {
    form.discard();
    setTried(false);
    save.reset();
  };
  const error = tried && isWrong ? 'This cannot be saved yet: please look at the fields that say why.' : null;
  return (
    <Page
      beside={agent.email}
      end={<SaveBar changes={form.changes} onDiscard={discard} onSave={submit} saving={save.isPending} />}
      error={error ?? save.error?.message ?? null}
      parents={PARENTS}
      title={name}
    >
      <div className={c('columns')}>
        <div className={c('main')}>
          <Details form={form} problems={problems} />
          <ScheduleCard
            always="Rung whenever a team of theirs is."
            onChange={(schedule) => form.set({ schedule })}
            timeZone={form.form.time_zone}
            week={form.form.schedule}
          />
          <Reaching form={form} problems={problems} />
        </div>
        <div className={c('side')}>
          <MembershipList
            error={problems.teams ?? null}
            memberships={form.form.teams}
            onChange={(memberships) => form.set({ teams: memberships })}
            teams={teams}
          />
          <Rights form={form} />
          <AgentAccess active={form.form.active} agent={agent} onActive={(active) => form.set({ active })} />
        </div>
      </div>
    </Page>
  );
}

interface PartProps {
  readonly form: Form<AgentForm>;
}
type WithProblems = PartProps & { readonly problems: AgentProblems };

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
          none="The account’s"
          onChange={(country_code) => set({ country_code })}
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
