import { describe, expect, it } from 'vitest';
import { type InvitedAgent, newestInvitation } from './invitation.ts';

const BEN: InvitedAgent = {
  type: 'transfer',
  status: 'ringing',
  userId: 2,
  name: 'Ben Okafor',
  teamName: 'Sales',
  picture: '/ben.png',
  invitedTeam: null,
  reason: 'Asks about the yearly price',
  consults: false,
  rungAt: 10_000,
  endedAt: null,
};
const ended = (status: InvitedAgent['status'], endedAt: number, agent = BEN): InvitedAgent => ({
  ...agent,
  status,
  endedAt,
});
const SUPPORT = { id: 8, name: 'Support' };
const [CAT, DEE] = [
  { ...BEN, userId: 3, name: 'Cat', invitedTeam: SUPPORT },
  { ...BEN, userId: 4, name: 'Dee', invitedTeam: SUPPORT },
];

describe('the invitation that an agent sees', () => {
  it('is the colleague who rings, with the seconds since then', () => {
    expect(newestInvitation([BEN], 18_400)).toEqual({
      type: 'transfer',
      user_id: 2,
      team_id: null,
      name: 'Ben Okafor',
      team_name: 'Sales',
      profile_picture: '/ben.png',
      reason: 'Asks about the yearly price',
      consult: false,
      state: 'ringing',
      seconds: 8,
    });
  });

  it('is the team as long as one of its members rings', () => {
    const team = { user_id: null, team_id: 8, name: 'Support', team_name: null, profile_picture: null };
    const rung = [ended('ignored', 11_000, CAT), DEE];
    expect(newestInvitation(rung, 12_000)).toMatchObject({ ...team, state: 'ringing', seconds: 2 });
    const missed = [ended('ignored', 11_000, CAT), ended('missed', 40_000, DEE)];
    expect(newestInvitation(missed, 43_000)).toMatchObject({ ...team, state: 'missed', seconds: 3 });
  });

  const others: readonly [string, readonly InvitedAgent[], 'ringing' | 'missed' | undefined][] = [
    ['is missed if the colleague didn’t answer', [ended('missed', 40_000)], 'missed'],
    ['is missed if the colleague ignored it', [ended('ignored', 12_000)], 'missed'],
    ['is none if the colleague accepted', [{ ...BEN, status: 'accepted' }], undefined],
    ['is none if the colleague accepted and has left', [ended('ended', 60_000)], undefined],
    ['is none if it was withdrawn', [ended('withdrawn', 12_000)], undefined],
    [
      'is none if another member of the team accepted',
      [ended('withdrawn', 12_000, CAT), { ...DEE, status: 'accepted' }],
      undefined,
    ],
    ['is the newest of several', [ended('missed', 40_000), { ...BEN, userId: 5, rungAt: 41_000 }], 'ringing'],
    ['is none if no one was invited', [], undefined],
  ];
  it.each(others)('%s', (_label, agents, state) => {
    expect(newestInvitation(agents, 45_000)?.state).toBe(state);
  });
});
