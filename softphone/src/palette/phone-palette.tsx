import call from '@offhook/design/icons/call.svg?raw';
import dialpad from '@offhook/design/icons/dialpad.svg?raw';
import group from '@offhook/design/icons/group.svg?raw';
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
import { Palette } from '@offhook/design/palette/palette.tsx';
import type { PaletteEntry } from '@offhook/design/palette/palette-entries';
import { t } from '@offhook/i18n/phone';
import { useState } from 'react';
import { available, statusName } from '../components/status/status-texts.ts';
import { foundLeads } from '../core/lists/found-leads.ts';
import type { PhoneState } from '../core/phone-state.ts';
import {
  type PaletteAction,
  type PeoplePanel,
  paletteActions,
  peoplePanel,
} from '../core/screen/palette-actions.ts';
import { usePhone } from '../phone-context.tsx';
import { useFoundLeads, useFoundPeople, useOwnLeads } from './found.ts';

interface Props {
  readonly onClose: () => void;
  readonly onGuide: () => void;
  readonly onKeys: () => void;
  /** Opens the panel with this name in its search field. */
  readonly onPerson: (name: string, panel: PeoplePanel) => void;
}

export default function PhonePalette({ onClose, onGuide, onKeys, onPerson }: Props) {
  const { state, send } = usePhone();
  const [searched, setSearched] = useState('');
  const panel = peoplePanel(state);
  const people = useFoundPeople(panel === null ? '' : searched);
  const searchedLead = state.screen.view.name === 'waiting' ? searched : '';
  const ownLeads = useOwnLeads(searchedLead);
  const leads = useFoundLeads(searchedLead);
  const searches = [people, ownLeads, leads];
  const accountId = state.screen.agent?.accountId ?? 0;
  const actions = paletteActions(state);
  const foundPeople = (people.data ?? []).map(({ id, full_name }) => ({
    entry: {
      id: `person ${id}`,
      group: t('palette.people'),
      name: full_name,
      icon: person,
      ...(panel && { detail: t(panel === 'transfer' ? 'people.transfer' : 'people.conference') }),
    },
    act: () => panel && onPerson(full_name, panel),
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
  return (
    <Palette
      commands={commands.map(({ entry }) => entry)}
      found={[...foundPeople, ...leadEntries].map(({ entry }) => entry)}
      isSearching={searches.some(({ isFetching }) => isFetching)}
      onChoose={(id) =>
        [...commands, ...foundPeople, ...leadEntries].find(({ entry }) => entry.id === id)?.act()
      }
      onClose={onClose}
      onSearch={setSearched}
      page="phone"
      texts={{
        title: t('palette.title'),
        placeholder: t('palette.placeholder'),
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
  mute: { label: 'call.mute', icon: mic },
  hold: { label: 'call.hold', icon: pause },
  transfer: { label: 'call.transfer', icon: forward },
  addLead: { label: 'call.addLead', icon: personAdd },
  keypad: { label: 'call.keypad', icon: dialpad },
  park: { label: 'call.park', icon: parking },
  keys: { label: 'keys.title', icon: dialpad },
  guide: { label: 'guide.start', icon: guide },
  help: { label: 'help.title', icon: info },
} as const;

function commandEntry(action: PaletteAction, { session }: PhoneState): PaletteEntry {
  const group = t('palette.commands');
  const keys = action.shortcut ?? undefined;
  if (action.name === 'status') {
    const choices = session.name === 'agent' ? (session.status?.choices ?? []) : [];
    const status = choices.find(({ key }) => key === action.status) ?? available;
    const name = t('palette.status', { name: statusName(status) });
    return { id: `status ${status.key}`, group, name, icon: statusIcon(status) };
  }
  const { label, icon } = COMMANDS[action.name];
  const undo = { mute: 'palette.unmute', hold: 'call.resume' } as const;
  const isUndo = action.undoes && (action.name === 'mute' || action.name === 'hold');
  const name = isUndo ? t(undo[action.name as 'mute' | 'hold']) : t(label);
  return { id: action.name, group, name, icon, keys };
}
