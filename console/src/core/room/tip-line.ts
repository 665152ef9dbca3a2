import { t } from '@offhook/i18n/console';
import { formatList } from '@offhook/i18n/formats';
import { secondLine, type Tile } from '../board/board-rows.ts';
import { agentStatusText } from '../board/status-text.ts';

/** 'Sales · On call with Marcus Bell' */
export function tipLine(tile: Tile, teams: readonly string[]): string {
  const text = lineOf(tile);
  return teams.length === 0 ? text : t('board.tip.line', { teams: formatList(teams), text });
}

function lineOf(tile: Tile): string {
  const { state, with: name, status } = tile;
  const isCall = state === 'ringing' || state === 'oncall' || state === 'held';
  if (!isCall || name === null) return secondLine(tile);
  const line = t(`board.tip.${state}`, { name });
  const extra = [
    ...(tile.is_callback ? [t('board.callback')] : []),
    ...(tile.call_status === null ? [] : [tile.call_status]),
    ...(status === null ? [] : [agentStatusText(status)]),
  ];
  return extra.reduce((text, more) => t('board.tile', { name: text, status: more }), line);
}
