import { hasPermission } from '@offhook/contract/accounts/permissions';
import phone from '@offhook/design/icons/call.svg?raw';
import keyboard from '@offhook/design/icons/dialpad.svg?raw';
import info from '@offhook/design/icons/info-fill.svg?raw';
import password from '@offhook/design/icons/lock_reset.svg?raw';
import logout from '@offhook/design/icons/logout.svg?raw';
import lead from '@offhook/design/icons/person_search.svg?raw';
import person from '@offhook/design/icons/person-fill.svg?raw';
import language from '@offhook/design/icons/public.svg?raw';
import { Palette } from '@offhook/design/palette/palette.tsx';
import { t } from '@offhook/i18n/console';
import { t as localeText } from '@offhook/i18n/language-and-time';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useConsole } from '../../../console-context.ts';
import { useApiQuery, useBoard } from '../../../queries.ts';
import { ACTION_ICONS } from '../../agents/action-icons.ts';
import { actionsOnBoard, agentsOnBoard, type FoundOnBoard } from '../../agents/board-command.ts';
import { soughtCard } from '../../cards/use-sought-card.ts';
import { FOR_ADMINISTRATORS, FOR_SUPERVISORS, type RailDialog } from './rail-entries.ts';
import { settingEntries } from './setting-entries.ts';

/** Shorter texts would find nearly everyone. */
const MIN_SEARCH_LENGTH = 2;
const MAX_FOUND = 8;

interface Props {
  readonly onClose: () => void;
  readonly onDialog: (dialog: RailDialog) => void;
}

export default function ConsolePalette({ onClose, onDialog }: Props) {
  const { user } = useConsole();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search, setSearch] = useState('');
  const isAdministrator = hasPermission(user, 'admin');
  const isLongEnough = search.length >= MIN_SEARCH_LENGTH;
  const query = { limit: MAX_FOUND, search };
  const leads = useApiQuery('listLeads', { query }, { enabled: isLongEnough });
  const agents = useApiQuery('listAgents', { query }, { enabled: isLongEnough && isAdministrator });
  const { data: board, isLoading } = useBoard('', { enabled: isLongEnough, live: 'paced' });
  const pages = [...FOR_SUPERVISORS, ...(isAdministrator ? FOR_ADMINISTRATORS : [])].map(
    ({ label, to, icon }) => ({
      entry: { id: to, group: t('palette.pages'), name: t(label), icon },
      act: () => void navigate(to),
    }),
  );
  const command = (id: string, name: string, icon: string, act: () => void, keys?: string) => ({
    entry: { id, group: t('palette.commands'), name, icon, keys },
    act,
  });
  const settings = (isAdministrator ? settingEntries() : []).map(({ name, card, to, page }) => ({
    entry: {
      id: `${to} ${name}`,
      group: t('palette.settings'),
      name,
      detail: t(page.label),
      icon: page.icon,
      isHidden: true,
    },
    act: () => void navigate(to, { state: soughtCard(card) }),
  }));
  const commands = [
    ...pages,
    ...settings,
    command('phone', t('action.openPhone'), phone, () => location.assign('/')),
    command('locale', localeText('locale.title'), language, () => onDialog('locale')),
    command('keys', t('keys.title'), keyboard, () => onDialog('keys'), '?'),
    command('help', t('help.title'), info, () => void open(t('help.address'), '_blank', 'noopener')),
    command('password', t('action.changePassword'), password, () => onDialog('password')),
    command('logOut', t('action.logOut'), logout, () => onDialog('logOut')),
  ];
  const foundAgents = (agents.data?.data ?? []).map(({ id, full_name, email }) => ({
    entry: { id: `agent ${id}`, group: t('agents.title'), name: full_name, detail: email, icon: person },
    act: () => void navigate(`/agents/${id}`),
  }));
  const foundLeads = (leads.data?.data ?? []).map(({ id, fname, lname, phone_number_formatted }) => ({
    entry: {
      id: `lead ${id}`,
      group: t('leads.title'),
      name: `${fname} ${lname}`.trim() || phone_number_formatted,
      detail: phone_number_formatted,
      icon: lead,
    },
    act: () => void navigate(`/leads/${id}`),
  }));
  const onBoard = (group: string, rows: readonly FoundOnBoard[]) =>
    rows.slice(0, MAX_FOUND).map(({ id, name, detail, command }) => ({
      entry: { id, group, name, detail, icon: command.action ? ACTION_ICONS[command.action] : person },
      act: () => void navigate('/', { state: command, replace: pathname === '/' }),
    }));
  const boardAgents =
    board && !isAdministrator ? onBoard(t('agents.title'), agentsOnBoard(board, search)) : [];
  const actions = board ? onBoard(t('board.title'), actionsOnBoard(user, board, search)) : [];
  const found = isLongEnough ? [...foundAgents, ...boardAgents, ...actions, ...foundLeads] : [];
  return (
    <Palette
      commands={commands.map(({ entry }) => entry)}
      found={found.map(({ entry }) => entry)}
      isSearching={leads.isFetching || agents.isFetching || isLoading}
      onChoose={(id) => [...commands, ...found].find(({ entry }) => entry.id === id)?.act()}
      onClose={onClose}
      onSearch={setSearch}
      page="console"
      texts={{
        title: t('palette.title'),
        placeholder: t('palette.placeholder'),
        recent: t('palette.recent'),
        nothingFound: t('palette.nothingFound'),
        searching: t('list.loading'),
        count: (count) => t('palette.count', { count }),
      }}
    />
  );
}
