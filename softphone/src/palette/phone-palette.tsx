import call from '@offhook/design/icons/call.svg?raw';
import merge from '@offhook/design/icons/call_merge.svg?raw';
import check from '@offhook/design/icons/check.svg?raw';
import dialpad from '@offhook/design/icons/dialpad.svg?raw';
import record from '@offhook/design/icons/fiber_manual_record-fill.svg?raw';
import group from '@offhook/design/icons/group.svg?raw';
import groups from '@offhook/design/icons/groups.svg?raw';
import history from '@offhook/design/icons/history.svg?raw';
import info from '@offhook/design/icons/info-fill.svg?raw';
import parking from '@offhook/design/icons/local_parking.svg?raw';
import mic from '@offhook/design/icons/mic.svg?raw';
import pause from '@offhook/design/icons/pause.svg?raw';
import personAdd from '@offhook/design/icons/person_add.svg?raw';
import personSearch from '@offhook/design/icons/person_search.svg?raw';
import person from '@offhook/design/icons/person-fill.svg?raw';
import forward from '@offhook/design/icons/phone_forwarded.svg?raw';
import guide from '@offhook/design/icons/school.svg?raw';
import settings from '@offhook/design/icons/settings.svg?raw';
import { statusIcon } from '@offhook/design/icons/status-icons';
import back from '@offhook/design/icons/undo.svg?raw';
import { Palette } from '@offhook/design/palette/palette.tsx';
import type { PaletteEntry } from '@offhook/design/palette/palette-entries';
import { t } from '@offhook/i18n/phone';
import { useState } from 'react';
import { available, rowStatusName, statusName } from '../components/status/status-texts.ts';
import { rowStatus, teamRow } from '../core/lists/agent-rows.ts';
import { foundLeads } from '../core/lists/found-leads.ts';
import { type PeopleSearch, searchFor, TO_TEAMS } from '../core/lists/found-people.ts';
import type { PhoneState } from '../core/phone-state.ts';
import {
  offersTeams,
  type PaletteAction,
  type PeoplePanel,
  paletteActions,
  peoplePanel,
} from '../core/screen/palette-actions.ts';
import { usePhone } from '../phone-context.tsx';
import { useFoundLeads, useFoundPeople, useFoundTeams, useOwnLeads } from './found.ts';

interface Props {
  readonly onClose: () => void;
  readonly onGuide: () => void;
  readonly onKeys: () => void;
  /** Opens the panel with a list that shows who was found. */
  readonly onPeople: (panel: PeoplePanel, first: PeopleSearch) => void;
}

export default function PhonePalette({ onClose, onGuide, onKeys, onPeople }: Props) {
  const { state, send } = usePhone();
  const [searched, setSearched] = useState('');
  const panel = peoplePanel(state);
  const people = useFoundPeople(panel === null ? '' : searched);
  const findsLeads = state.screen.view.name === 'waiting';
  const searchedLead = findsLeads ? searched : '';
  const ownLeads = useOwnLeads(searchedLead);
  const leads = useFoundLeads(searchedLead);
  const findsTeams = offersTeams(state);
  const teams = useFoundTeams(findsTeams ? searched : '');
  const searches = [people, teams, ownLeads, leads];
  const accountId = state.screen.agent?.accountId ?? 0;
  const actions = paletteActions(state);
  const foundPeople = (people.data ?? []).map((agent) => ({
    entry: {
      id: `person ${agent.id}`,
      group: t('palette.people'),
      name: agent.full_name,
      icon: person,
      ...(panel && { detail: personDetail(rowStatus(agent), panel) }),
    },
    act: () => panel && onPeople(panel, searchFor(agent)),
  }));
  const foundTeams = (teams.data ?? []).map((team) => ({
    entry: {
      id: `team ${team.id}`,
      group: t('people.teams'),
      name: team.name,
      detail: personDetail(teamRow(team), 'transfer'),
      icon: groups,
    },
    act: () => onPeople('transfer', TO_TEAMS),
  }));
  const leadEntries = foundLeads(ownLeads.data ?? [], leads.data ?? [], accountId).map(
    ({ name, phone, doNotCall, prefill }) => ({
      entry: {
        id: `lead ${prefill.phoneNumber}`,
        group: t('palette.leads'),
        name,
        detail: t(doNotCall ? 'palette.lead.doNotCall' : 'palette.lead', { phone }),
        icon: personSearch,
      },
      act: () => send({ type: 'historyLeadClicked', ...prefill }),
    }),
  );
  const commands = actions.map((action) => ({
    entry: commandEntry(action, state),
    act: () => {
      if (action.click) send(action.click);
      else if (action.name === 'help') open(t('help.address'), '_blank', 'noopener');
      else if (action.name === 'guide') onGuide();
      else onKeys();
    },
  }));
  const found = [...foundPeople, ...foundTeams, ...leadEntries];
  return (
    <Palette
      commands={commands.map(({ entry }) => entry)}
      found={found.map(({ entry }) => entry)}
      isSearching={searches.some(({ isFetching }) => isFetching)}
      onChoose={(id) => [...commands, ...found].find(({ entry }) => entry.id === id)?.act()}
      onClose={onClose}
      onSearch={setSearched}
      page="phone"
      texts={{
        title: t('palette.title'),
        placeholder: t(placeholder(panel !== null, findsTeams, findsLeads)),
        recent: t('palette.recent'),
        nothingFound: t('palette.nothingFound'),
        searching: t('common.loading'),
        problem: searches.some(({ isError }) => isError) ? t('palette.failed') : null,
        count: (count) => t('palette.count', { count }),
      }}
    />
  );
}

const COMMANDS = {
  new_call: { label: 'newCall.title', icon: call },
  conference: { label: 'people.conference', icon: group },
  history: { label: 'history.title', icon: history },
  settings: { label: 'settings.title', icon: settings },
  checkForLead: { label: 'waiting.checkForLead', icon: personSearch },
  mute: { label: 'call.mute', undo: 'palette.unmute', icon: mic },
  hold: { label: 'call.hold', undo: 'call.resume', icon: pause },
  transfer: { label: 'call.transfer', icon: forward },
  addLead: { label: 'call.addLead', icon: personAdd },
  keypad: { label: 'call.keypad', icon: dialpad },
  park: { label: 'call.park', icon: parking },
  recording: {
    label: 'callRecording.pauseAction',
    undo: 'callRecording.resumeAction',
    icon: record,
  },
  consultComplete: { label: 'consult.complete', icon: forward },
  consultConference: { label: 'consult.conference', icon: merge },
  consultBack: { label: 'consult.back', icon: back },
  consultDone: { label: 'consult.done', icon: check },
  keys: { label: 'keys.title', icon: dialpad },
  guide: { label: 'guide.start', icon: guide },
  help: { label: 'help.title', icon: info },
} as const;

function placeholder(findsPeople: boolean, findsTeams: boolean, findsLeads: boolean) {
  if (findsTeams) return 'palette.placeholder.teams';
  if (findsLeads) return findsPeople ? 'palette.placeholder' : 'palette.placeholder.leads';
  return findsPeople ? 'palette.placeholder.people' : 'palette.placeholder.commands';
}

function personDetail(row: Parameters<typeof rowStatusName>[0], panel: PeoplePanel): string {
  const target = t(panel === 'transfer' ? 'people.transfer' : 'people.conference');
  return t('palette.person', { status: rowStatusName(row), panel: target });
}

function commandEntry(action: PaletteAction, { session }: PhoneState): PaletteEntry {
  const group = t('palette.commands');
  const keys = action.shortcut ?? undefined;
  if (action.name === 'status') {
    const choices = session.name === 'agent' ? (session.status?.choices ?? []) : [];
    const status = choices.find(({ key }) => key === action.status) ?? available;
    const name = t('palette.status', { name: statusName(status) });
    return { id: `status ${status.key}`, group, name, icon: statusIcon(status) };
  }
  const command = COMMANDS[action.name];
  const name = t(action.undoes && 'undo' in command ? command.undo : command.label);
  return { id: action.name, group, name, icon: command.icon, keys };
}
