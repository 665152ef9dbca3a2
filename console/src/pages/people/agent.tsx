import { PERMISSIONS } from '@offhook/contract/accounts/permissions';
import { ROLE_PERMISSIONS, type Role, roleOf } from '@offhook/contract/accounts/roles';
import type { ConsoleAgent } from '@offhook/contract/console/people/agent-entities';
import type { ConsoleTeam } from '@offhook/contract/console/people/team-entities';
import type { AgentScores } from '@offhook/contract/console/review-entities';
import { SCORES_DAYS } from '@offhook/contract/limits';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { formatPercent } from '@offhook/i18n/formats';
import { useParams } from 'react-router';
import { withChoice } from '../../core/forms/choices.ts';
import {
  type AgentForm,
  agentChange,
  agentForm,
  agentProblems,
  NO_COUNTRY,
} from '../../core/forms/people/agent-form.ts';
import { permissionText } from '../../core/forms/people/permission-names.ts';
import { canBeLimited } from '../../core/forms/people/supervised-teams.ts';
import { roleChoices } from '../../core/invitations/role-names.ts';
import { AgentAccess } from '../../parts/agents/agent-access.tsx';
import { AgentSecurity } from '../../parts/agents/agent-security.tsx';
import { AgentStatusCard } from '../../parts/agents/agent-status-card.tsx';
import { MembershipList } from '../../parts/agents/membership-list.tsx';
import { Card } from '../../parts/cards/card.tsx';
import { Choice, type Choices } from '../../parts/forms/choice.tsx';
import { CountrySelect } from '../../parts/forms/country-select.tsx';
import { EditorPage } from '../../parts/forms/editor-page.tsx';
import type { Fields } from '../../parts/forms/fields.ts';
import styles from '../../parts/forms/form-page.module.css';
import { SupervisedTeams } from '../../parts/forms/supervised-teams.tsx';
import { SwitchRow } from '../../parts/forms/switch-row.tsx';
import { TextField } from '../../parts/forms/text-field.tsx';
import { TimeZoneSelect } from '../../parts/forms/time-zone-select.tsx';
import { useEditor } from '../../parts/forms/use-editor.ts';
import { ScheduleCard } from '../../parts/schedule/schedule-card.tsx';
import { ReadPage } from '../../parts/shell/read-page.tsx';
import { useApiMutation, useApiQuery } from '../../queries.ts';

const c = classes(styles);
const parents = () => [{ label: t('agents.title'), to: '/agents' }];

export function AgentPage() {
  const { id = '' } = useParams();
  const query = useApiQuery('readAgent', { params: { id } }, { live: 'settings' });
  const teams = useApiQuery('listTeams', {});
  return (
    <ReadPage parents={parents()} query={query} title={t('agent.title')}>
      {({ agent, scores }) => (
        <AgentEditor agent={agent} key={id} scores={scores} teams={teams.data?.data ?? []} />
      )}
    </ReadPage>
  );
}

interface EditorProps {
  readonly agent: ConsoleAgent;
  readonly teams: readonly ConsoleTeam[];
  readonly scores: AgentScores | undefined;
}

function AgentEditor({ agent, teams, scores }: EditorProps) {
  const editor = useEditor({
    latest: agent,
    formOf: agentForm,
    problems: agentProblems,
    request: useApiMutation('changeAgent', ['listAgents', 'readAgent', 'listTeams', 'readTeam']),
    input: ({ changed, version }) => ({
      params: { id: agent.id },
      body: { version, ...agentChange(changed) },
    }),
    subjectOf: (answer) => answer.agent,
  });
  const { form, set, subject, problems } = editor;
  return (
    <EditorPage beside={subject.email} editor={editor} parents={parents()} title={subject.full_name}>
      <div className={c('columns')}>
        <div className={c('main')}>
          <Details {...editor} />
          <ScheduleCard
            always={{ label: t('agent.schedule.always'), hint: t('agent.schedule.always.hint') }}
            onChange={(schedule) => set({ schedule })}
            timeZone={form.time_zone}
            week={form.schedule}
          />
          <Calls {...editor} />
        </div>
        <div className={c('side')}>
          <AgentStatusCard agent={agent} />
          {scores && scores.average !== null && (
            <Card beside={t('agent.scores.days', { days: SCORES_DAYS })} title={t('agent.scores')}>
              {t('agent.scores.average', {
                percent: formatPercent(scores.average / 100),
                count: scores.count,
              })}
            </Card>
          )}
          <MembershipList
            error={problems.teams ?? null}
            onChange={(memberships) => set({ teams: memberships })}
            rows={form.teams}
            teams={teams}
          />
          <Permissions {...editor} teams={teams} />
          <AgentSecurity agent={subject} />
          <AgentAccess active={form.active} agent={subject} onActive={(active) => set({ active })} />
        </div>
      </div>
    </EditorPage>
  );
}

const otherCountries = (): Choices => [
  ['', t('agent.country.default')],
  [NO_COUNTRY, t('agent.country.none')],
];

function Details({ text, choice }: Fields<AgentForm>) {
  return (
    <Card title={t('agent.details')}>
      <div className={c('fields', 'two')}>
        <TextField {...text('full_name')} label={t('agent.fullName')} maxLength={200} />
        <TextField
          {...text('phone_number')}
          dir="ltr"
          hint={t('agent.externalPhone.hint')}
          label={t('agent.externalPhone')}
          maxLength={250}
          type="tel"
        />
        <CountrySelect {...choice('country_code')} others={otherCountries()} />
        <TimeZoneSelect {...choice('time_zone')} />
      </div>
    </Card>
  );
}

function Calls({ form, text, flag }: Fields<AgentForm>) {
  return (
    <Card title={t('agent.calls')}>
      <div className={c('fields', 'two')}>
        <TextField
          {...text('cap')}
          hint={t('agent.dailyLimit.hint')}
          inputMode="numeric"
          label={t('agent.dailyLimit')}
        />
      </div>
      <SwitchRow {...flag('is_app_only')} description={t('agent.appOnly.hint')} label={t('agent.appOnly')} />
      <SwitchRow
        {...flag('mobile_enabled')}
        description={t('agent.ringExternalPhone.hint')}
        disabled={form.is_app_only}
        label={t('agent.ringExternalPhone')}
      />
      <SwitchRow
        {...flag('do_not_disturb')}
        description={t('agent.doNotDisturb.hint')}
        label={t('agent.doNotDisturb')}
      />
    </Card>
  );
}

function Permissions({ form, set, teams }: Fields<AgentForm> & { readonly teams: readonly ConsoleTeam[] }) {
  return (
    <Card title={t('agent.permissions')}>
      <div className={c('fields')}>
        <Choice
          choices={roleChoices(roleOf(form.permissions))}
          label={t('role.title')}
          onText={(role) => role !== 'custom' && set({ permissions: ROLE_PERMISSIONS[role as Role] })}
          value={roleOf(form.permissions)}
        />
        {canBeLimited(form) && (
          <SupervisedTeams
            chosen={form.supervised_team_ids}
            onChoose={(ids) => set({ supervised_team_ids: ids })}
            ownTeams={form.teams.map(({ team_id }) => team_id)}
            teams={teams}
          />
        )}
      </div>
      {PERMISSIONS.map((permission) => {
        const { name, hint } = permissionText(permission);
        return (
          <SwitchRow
            description={hint}
            key={permission}
            label={name}
            on={form.permissions.includes(permission)}
            onSwitch={(on) => set({ permissions: withChoice(PERMISSIONS, form.permissions, permission, on) })}
          />
        );
      })}
    </Card>
  );
}
