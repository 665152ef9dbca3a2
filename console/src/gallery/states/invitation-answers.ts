import { ROLE_PERMISSIONS } from '@offhook/contract/accounts/roles';
import type { ConsoleInvitation } from '@offhook/contract/console/people/invitation-entities';
import type { Answers } from './gallery-state.ts';
import { ago, done } from './users.ts';

const LINK = 'https://phone.example.com/apps/webrtc/invitation#0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';

const invitation = (id: number, fields: Partial<ConsoleInvitation>): ConsoleInvitation => ({
  id,
  email: 'ada.form@harbourline-insurance.example',
  full_name: 'Ada Form',
  permissions: [...ROLE_PERMISSIONS.agent],
  teams: [{ team_id: 1, name: 'Sales' }],
  supervised_teams: null,
  invited_by: 'Alex Romero',
  created_at: ago(7_200),
  expires_at: ago(7_200 - 7 * 86_400),
  mail_status: 'sent',
  mail_error: null,
  ...fields,
});

const invitations = [
  invitation(4, {}),
  invitation(3, {
    email: 'benedikt@harbourline-insurance.example',
    full_name: '',
    permissions: [...ROLE_PERMISSIONS.supervisor],
    teams: [
      { team_id: 1, name: 'Sales' },
      { team_id: 2, name: 'Support' },
    ],
    supervised_teams: [{ team_id: 2, name: 'Support' }],
    mail_status: 'failed',
    mail_error: '550 5.1.1 The email account that you tried to reach does not exist',
  }),
  invitation(2, { email: 'chloe@example.com', full_name: 'Chloe Lindqvist', mail_status: 'queued' }),
  invitation(1, { email: 'dana@example.com', full_name: 'Dana Petrova', expires_at: ago(3_600) }),
];

const results = [
  { email: 'ada@example.com', outcome: 'invited', link: null },
  { email: 'ben@example.com', outcome: 'member', link: null },
  { email: 'nonsense', outcome: 'invalid', link: null },
] as const;

export const invitationAnswers: Answers = {
  listInvitations: { ...done, data: invitations, sends_mail: true },
  invite: { ...done, results: [...results] },
  resendInvitation: { refused: 'A mail was sent a moment ago. Try again in a minute.' },
  createInvitationLink: { ...done, link: LINK },
  revokeInvitation: done,
  createResetLink: { ...done, link: LINK.replace('invitation', 'new-password') },
};

/** An installation without a mail server. */
export const linkAnswers: Answers = {
  ...invitationAnswers,
  listInvitations: {
    ...done,
    data: invitations.slice(0, 1).map((one) => ({ ...one, mail_status: 'none' as const })),
    sends_mail: false,
  },
  invite: {
    ...done,
    results: [
      ...results.map((one) => (one.outcome === 'invited' ? { ...one, link: LINK } : one)),
      { email: 'chloe@example.com', outcome: 'invited', link: LINK },
    ],
  },
};

/** An invitation whose person would never ring. */
export const noTeamAnswers: Answers = {
  ...invitationAnswers,
  listInvitations: {
    ...done,
    data: [invitation(5, { email: 'omar@example.com', full_name: 'Omar Haddad', teams: [] }), ...invitations],
    sends_mail: true,
  },
};

export const emptyInvitationAnswers: Answers = {
  listInvitations: { ...done, data: [], sends_mail: true },
};
