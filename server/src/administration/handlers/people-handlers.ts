import type { GreetingFile } from '@offhook/contract/console/greeting-entities';
import type { PEOPLE_REQUESTS } from '@offhook/contract/console/requests/people-requests';
import { readAgentSecurity } from '../../accounts/second-factor/agent-security.ts';
import type { Actor, Id } from '../../accounts/settings/change.ts';
import { generatePassword } from '../../accounts/settings/users.ts';
import { hashPassword } from '../../accounts/sign-in/passwords.ts';
import { listInvitations } from '../../accounts/sign-in-links/invitation-views.ts';
import { invitationUrl, newPasswordUrl } from '../../accounts/sign-in-links/sign-in-url.ts';
import { readStatusRevision } from '../../accounts/status/agent-status.ts';
import { readAgentStatus } from '../../accounts/status/status-views.ts';
import { statusesView } from '../../accounts/status/statuses.ts';
import { getAccountRow } from '../../platform/database/account-rows.ts';
import { users } from '../../platform/database/schema.ts';
import { supervisesAgent } from '../../platform/database/team-scope.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { createAttemptLimiter } from '../../platform/http/attempt-limiter.ts';
import { readAgentScores } from '../../recordings/review/agent-scores.ts';
import { listAgents, readAgent } from '../../reports/agent-views.ts';
import { listTeams, readTeam } from '../../reports/team-views.ts';
import { type ConsoleTools, DONE, type Handlers } from './console-tools.ts';

/** In a minute: each one tells whether an email logs in somewhere. */
const MAX_FAILED_ADDITIONS = 10;

export function peopleHandlers(tools: ConsoleTools): Handlers<typeof PEOPLE_REQUESTS> {
  const { db, now, currentTime, change, changeAndReturn, respondWith, deps } = tools;
  const { publicUrl, sendsMail } = deps;
  const additions = createAttemptLimiter(deps.clock);
  const team = respondWith('team', async (user, id) => {
    const found = await readTeam(db, user, id, currentTime());
    const { welcome_file, voicemail_file } = found.profile;
    const [welcome, voicemail] = await Promise.all([withState(welcome_file), withState(voicemail_file)]);
    return { ...found, profile: { ...found.profile, welcome_file: welcome, voicemail_file: voicemail } };
  });
  async function withState(file: GreetingFile | null): Promise<GreetingFile | null> {
    return file && { ...file, is_missing: (await deps.greetings.find(file.id)) === 'missing' };
  }
  const agent = respondWith('agent', (user, id) => readAgent(db, user, id, currentTime()));
  const statuses = async ({ user }: Actor) => ({
    ...DONE,
    statuses: await statusesView(db, user.account_id),
  });
  async function notifyOfStatus({ user, params }: Actor & { readonly params: Id }): Promise<void> {
    deps.realtime.statusUpdated(params.id, await readStatusRevision(db, params.id));
    deps.realtime.agentUpdated(user.account_id, params.id);
  }
  return {
    listTeams: async ({ user }) => ({ ...DONE, data: await listTeams(db, user, currentTime()) }),
    readTeam: (request) => team(request, request.params.id),
    async addTeam(request) {
      const { id } = await change(request, 'teams add', request.body);
      return team(request, id);
    },
    changeTeam: changeAndReturn('teams set', team),
    listAgents: ({ user, query }) => listAgents(db, user, query, currentTime()),
    readAgent: async (request) => ({
      ...(await agent(request, request.params.id)),
      scores: await readAgentScores(db, request.user.account_id, request.params.id, now()),
    }),
    async addAgent(request) {
      const attempt = additions.start([[`account ${request.user.account_id}`, MAX_FAILED_ADDITIONS]]);
      if (!attempt) throw new ApiError('tooManyRequests');
      const { password: chosenPassword, ...fields } = request.body;
      const password = chosenPassword ?? generatePassword();
      const passwordHash = await hashPassword(password);
      const { id } = await change(request, 'users add', { ...fields, passwordHash });
      attempt.recordSuccess();
      return { ...(await agent(request, id)), password: chosenPassword === undefined ? password : null };
    },
    async changeAgent(request) {
      const changed = await changeAndReturn('users set', agent)(request);
      if (request.body.do_not_disturb !== undefined) await notifyOfStatus(request);
      return changed;
    },
    async setAgentPassword(request) {
      const { params, body } = request;
      const password = body.password ?? generatePassword();
      const passwordHash = await hashPassword(password);
      await change(request, 'users password', { ...params, passwordHash });
      return { ...DONE, password: body.password === undefined ? password : null };
    },
    async logOutAgent(request) {
      const { ended } = await change(request, 'users logout', request.params);
      return { ...DONE, ended };
    },
    async readAgentSecurity({ user, params }) {
      return { ...DONE, security: await readAgentSecurity(db, user.account_id, params.id, now()) };
    },
    async endAgentSession(request) {
      const { ended } = await change(request, 'users end-session', { ...request.params, ...request.body });
      return { ...DONE, ended };
    },
    async resetAgentFactors(request) {
      const { ended } = await change(request, 'users reset-factors', request.params);
      return { ...DONE, ended };
    },
    async createResetLink(request) {
      const { token } = await change(request, 'users reset-link', request.params);
      return { ...DONE, link: newPasswordUrl(publicUrl, token) };
    },
    listInvitations: async ({ user }) => ({
      ...DONE,
      data: await listInvitations(db, user.account_id),
      sends_mail: sendsMail,
    }),
    async invite(request) {
      const { outcomes } = await change(request, 'invitations add', { ...request.body, sendsMail });
      const results = outcomes.map(({ token, ...result }) => ({
        ...result,
        link: token === null ? null : invitationUrl(publicUrl, token),
      }));
      return { ...DONE, results };
    },
    async resendInvitation(request) {
      if (!sendsMail) throw new ApiError('mailNotSetUp');
      await change(request, 'invitations resend', request.params);
      return DONE;
    },
    async createInvitationLink(request) {
      const { token } = await change(request, 'invitations link', request.params);
      return { ...DONE, link: invitationUrl(publicUrl, token) };
    },
    revokeInvitation: changeAndReturn('invitations revoke', async () => DONE),
    async setAgentStatus(request) {
      const { user, params, body } = request;
      const { presenceCutoff } = currentTime();
      await change(request, 'users status', async (tx) => {
        await getAccountRow(tx, users, user.account_id, params.id, supervisesAgent(user, users.id));
        return { ...params, ...body, by: user, presenceCutoff };
      });
      await notifyOfStatus(request);
      return { ...DONE, status: await readAgentStatus(db, user.account_id, params.id, now()) };
    },
    readStatuses: statuses,
    async changeStatuses(request) {
      await change(request, 'statuses set', request.body);
      return statuses(request);
    },
  };
}
