import { ROLE_PERMISSIONS, type Role } from '@offhook/contract/accounts/roles';
import type { ConsoleAgent } from '@offhook/contract/console/people/agent-entities';
import { describe, expect, it } from 'vitest';
import { parsePeople } from './pasted-people.ts';
import { needsTeam, pastedText, withoutTeam } from './without-team.ts';

describe('people without a team', () => {
  it.each<[role: Role, teams: readonly number[], missing: boolean]>([
    ['agent', [], true],
    ['agent', [1], false],
    ['supervisor', [], false],
    ['administrator', [], false],
  ])('a person with the role %s in the teams %j misses a team: %s', (role, teams, missing) => {
    expect(needsTeam({ permissions: ROLE_PERMISSIONS[role], teams })).toBe(missing);
  });

  it('are counted beyond the page that the server sent, except by a server that doesn’t know the filter', () => {
    const agent = (teams: readonly object[]) => ({ permissions: [], teams }) as unknown as ConsoleAgent;
    const alone = agent([]);
    expect(withoutTeam({ data: [alone, alone], total: 130 }, [])).toMatchObject({ moreAgents: 128 });
    expect(withoutTeam({ data: [alone, agent([{}])], total: 130 }, [])).toEqual({
      agents: [alone],
      moreAgents: 0,
      invitations: [],
    });
  });

  it('are read back from the form’s text with their names', () => {
    const people = [
      { email: 'ada@example.com', full_name: 'Form, Ada' },
      { email: 'ben@example.com', full_name: '' },
      { email: 'nonsense', full_name: 'Cleo' },
    ];
    expect(parsePeople(pastedText(people)).map(({ email, full_name }) => ({ email, full_name }))).toEqual(
      people,
    );
  });
});
