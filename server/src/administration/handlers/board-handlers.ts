import type { BOARD_REQUESTS } from '@offhook/contract/console/requests/board-requests';
import { boardLimitsView } from '../../accounts/settings/board-limits.ts';
import type { Actor } from '../../accounts/settings/change.ts';
import { getUserAccount } from '../../accounts/sign-in/api-keys.ts';
import { createBoards } from '../../reports/board.ts';
import { type ConsoleTools, DONE, type Handlers } from './console-tools.ts';

export function boardHandlers(tools: ConsoleTools): Handlers<typeof BOARD_REQUESTS> {
  const { db, change, deps } = tools;
  const boards = createBoards(deps, deps.boardEveryMs);
  const limits = async ({ user }: Actor) => ({
    ...DONE,
    limits: boardLimitsView(await getUserAccount(db, user)),
  });
  return {
    readBoard: ({ user, query }) => boards.read(user, query.team_id === '' ? null : query.team_id),
    readBoardChanges: ({ user, query: { team_id, since } }) =>
      boards.readChanges(user, team_id === '' ? null : team_id, since?.split(',')),
    readBoardLimits: limits,
    async changeBoardLimits(request) {
      await change(request, 'accounts limits', request.body);
      return limits(request);
    },
  };
}
