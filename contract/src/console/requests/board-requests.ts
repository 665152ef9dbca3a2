import * as z from 'zod/mini';
import { answer, id as whole } from '../../requests/request-rows.ts';
import { text } from '../../text.ts';
import { Board, BoardChanges } from '../board-entities.ts';
import { BoardLimitsChange, ConsoleBoardLimits } from '../board-limits.ts';
import { admin, type ConsoleRow, supervisor } from './console-row.ts';

export const BOARD_REQUESTS = {
  readBoard: supervisor('GET', '/api/v1/console/board', {
    query: z.object({ team_id: z._default(z.union([z.literal(''), whole]), '') }),
    response: Board,
  }),
  readBoardChanges: supervisor('GET', '/api/v1/console/board/changes', {
    query: z.object({
      team_id: z._default(z.union([z.literal(''), whole]), ''),
      /** Versions of earlier answers, separated by commas: one per server. Without it, the board may be a second old. */
      since: z.optional(text(1_000)),
    }),
    response: BoardChanges,
  }),
  readBoardLimits: supervisor('GET', '/api/v1/console/board/limits', {
    response: answer({ limits: ConsoleBoardLimits }),
  }),
  changeBoardLimits: admin('PUT', '/api/v1/console/board/limits', {
    body: BoardLimitsChange,
    response: answer({ limits: ConsoleBoardLimits }),
  }),
} as const satisfies Record<string, ConsoleRow>;
