import { ROLE_PERMISSIONS, type Role } from '@offhook/contract/accounts/roles';
import type { InvitationResult } from '@offhook/contract/console/people/invitation-entities';
import { MAX_INVITED_AT_ONCE } from '@offhook/contract/limits';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { useState } from 'react';
import { canBeLimited, supervisionProblem } from '../../core/forms/people/supervised-teams.ts';
import { refusedEmails } from '../../core/invitations/invitation-text.ts';
import { parsePeople } from '../../core/invitations/pasted-people.ts';
import { roleChoices, roleHint } from '../../core/invitations/role-names.ts';
import { needsTeam, pastedText } from '../../core/invitations/without-team.ts';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { CheckboxList } from '../forms/checkbox-list.tsx';
import { Choice } from '../forms/choice.tsx';
import { SupervisedTeams } from '../forms/supervised-teams.tsx';
import { TextArea } from '../forms/text-field.tsx';
import styles from './invite-people.module.css';
import { InviteResults } from './invite-results.tsx';

const c = classes(styles);

const MAX_TEXT_LENGTH = 50_000;

interface Props {
  readonly sendsMail: boolean;
  /** The people's emails and names at first. */
  readonly initialText?: string;
  readonly onClose: () => void;
}

/** Emails, role and teams in one step; then what became of each. */
export function InvitePeople({ sendsMail, initialText = '', onClose }: Props) {
  const [text, setText] = useState(initialText);
  const [role, setRole] = useState<Role>('agent');
  /** null: as preset. */
  const [chosenTeams, setTeams] = useState<readonly number[] | null>(null);
  const [supervised, setSupervised] = useState<readonly number[] | null>(null);
  const [results, setResults] = useState<readonly InvitationResult[] | null>(null);
  const allTeams = useApiQuery('listTeams', {}).data?.data ?? [];
  // With one team, people are invited into that team.
  const teams = chosenTeams ?? (allTeams.length === 1 ? allTeams.map(({ id }) => id) : []);
  const request = useApiMutation('invite', ['listInvitations']);
  const people = parsePeople(text);
  const invalid = people.filter(({ isValid }) => !isValid);
  const valid = people.length - invalid.length;
  if (results !== null)
    return (
      <InviteResults
        onClose={onClose}
        onCorrect={() => {
          const refused = refusedEmails(results);
          setText(pastedText(people.filter(({ email }) => refused.has(email))));
          setResults(null);
        }}
        results={results}
        sendsMail={sendsMail}
      />
    );
  const isTooMany = people.length > MAX_INVITED_AT_ONCE;
  const limit = canBeLimited({ permissions: ROLE_PERMISSIONS[role] }) ? supervised : null;
  const canInvite = valid > 0 && !isTooMany && supervisionProblem(limit) === null;
  const invite = () =>
    request.mutate(
      {
        body: {
          people: people.map(({ email, full_name }) => ({ email, full_name })),
          permissions: [...ROLE_PERMISSIONS[role]],
          team_ids: [...teams],
          supervised_team_ids: limit && [...limit],
        },
      },
      { onSuccess: (answer) => setResults(answer.results) },
    );
  return (
    <FormDialog
      action={valid === 0 ? t('invite.action') : t('invite.actionCount', { count: valid })}
      error={isTooMany ? t('invite.tooMany', { max: MAX_INVITED_AT_ONCE }) : null}
      onClose={onClose}
      onSubmit={() => canInvite && invite()}
      request={request}
      title={t('invite.title')}
    >
      <TextArea
        autoCapitalize="none"
        autoComplete="off"
        dir="ltr"
        hint={t('invite.emails.hint')}
        label={t('invite.emails')}
        maxLength={MAX_TEXT_LENGTH}
        onText={setText}
        required
        rows={6}
        spellCheck="false"
        value={text}
      />
      <p className={c('found')} role="status">
        {invalid.length > 0 &&
          t('invite.invalid', { count: invalid.length, first: invalid[0]?.email.slice(0, 60) ?? '' })}
      </p>
      <div>
        <Choice
          choices={roleChoices()}
          label={t('role.title')}
          onText={(value) => setRole(value as Role)}
          value={role}
        />
        <p className={c('hint')}>{roleHint(role)}</p>
      </div>
      <CheckboxList all={allTeams} chosen={teams} label={t('teams.title')} onChoose={setTeams} />
      <p className={c('missing')} role="status">
        {needsTeam({ permissions: ROLE_PERMISSIONS[role], teams }) &&
          (allTeams.length === 0 ? t('invite.noTeams') : t('invite.noTeam'))}
      </p>
      {canBeLimited({ permissions: ROLE_PERMISSIONS[role] }) && (
        <SupervisedTeams chosen={supervised} onChoose={setSupervised} ownTeams={teams} teams={allTeams} />
      )}
      <p className={c('hint')}>{sendsMail ? t('invite.byMail') : t('invite.byLink')}</p>
    </FormDialog>
  );
}
