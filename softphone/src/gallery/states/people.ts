/** The names are long because short ones always fit. */
import type { User } from '@offhook/contract/accounts/user';
import type { Agent, Team } from '@offhook/contract/agent/agent';
import type { Call } from '@offhook/contract/calls/call';
import type { HistoryItem, MissingResult } from '@offhook/contract/calls/history';
import type { ParkedCall } from '@offhook/contract/calls/parked-call';
import type { Lead, Tag } from '@offhook/contract/leads/lead';
import type { FoundLead } from '@offhook/contract/leads/lead-search';
import { callOf, historyItem } from '../../core/sample-events.ts';
import agentPicture from './agent.svg?url';
import leadPicture from './lead.svg?url';

export const user: User = {
  id: 7,
  account_id: 100,
  full_name: 'Priya Venkataraman',
  email: 'priya.venkataraman@brightline.example',
  phone_number_formatted: '(415) 555-0173',
  profile_picture: agentPicture,
  permissions: ['app-sms', 'app-retry'],
  supervised_team_ids: null,
  integrations: { hubspot_id: '123', salesforce_domain: null, activecampaign_domain: null },
  country_code: 'US',
  language: null,
  clock: null,
  date_order: null,
  time_zone: 'America/Los_Angeles',
  account_language: 'en',
};

export const lead: Lead = {
  id: 1,
  fname: 'Bartholomew',
  lname: 'Okonkwo-Lindqvist',
  label: 'Bartholomew Okonkwo-Lindqvist',
  phone_number: '+14155550142',
  phone_number_formatted: '(415) 555-0142',
  email: 'bartholomew.okonkwo@lindqvist-roofing.example',
  company: 'Lindqvist & Daughters Roofing Cooperative',
  category: 'Solar, two properties',
  crm: 'hubspot',
  source_id: '77',
  profile_picture: leadPicture,
};

export const caller: Lead = {
  ...lead,
  id: 2,
  fname: 'Siobhán',
  lname: 'Ní Dhomhnaill',
  label: 'Siobhán Ní Dhomhnaill',
  company: 'Harbourline Insurance Brokers',
  category: 'Renewal question',
  email: 'siobhan@harbourline.example',
  profile_picture: null,
};

export const call: Call = callOf({
  id: 11,
  lead_id: 1,
  lead,
  phone_number: '+14155550142',
  whispertext: 'Asked for a solar quote on two properties, prefers the afternoon',
});

export const tags: Tag[] = [
  { id: 1, name: 'Appointment set', color: '#0f9f6e', key: 'appointment' },
  { id: 2, name: 'Hot, call back today', color: '#d92d20', key: 'hot' },
  { id: 3, name: 'Warm', color: '#f59e0b', key: 'warm' },
  { id: 4, name: 'Nurture for spring campaign', color: '#fde68a', key: 'nurture' },
  { id: 5, name: 'Sent proposal, waiting for the board', color: '#3b5bdb', key: 'proposal' },
  { id: 6, name: 'Not interested', color: 'no such color', key: 'no' },
  { id: 7, name: 'Wrong person, asked for an introduction', color: '#7b3f9e', key: 'wrong' },
];

const free = { on_call_id: null, is_available: true };
const away = { on_call_id: null, is_available: false };
const onBreak = { ...away, status: { key: 'break', name: null, icon: 'coffee' as const } };
const coaching = {
  ...away,
  status: { key: 'coaching', name: 'Coaching with the team lead', icon: 'groups' as const },
};
const talking = (on_call_id: number) => ({ on_call_id, is_available: false });

const COLLEAGUES: readonly (readonly [
  string,
  typeof free | typeof away | typeof onBreak | typeof coaching | ReturnType<typeof talking>,
])[] = [
  ['Aleksandra Wiśniewska-Kowalczyk', free],
  ['Amara Nwachukwu', free],
  ['Benedikt Schwarzenberger', talking(55)],
  ['Camille Desrosiers-Thibodeaux', free],
  ['Deshawn Whitfield', away],
  ['Guðrún Sigurðardóttir', free],
  ['Hiroshi Takahashi', talking(56)],
  ['Marisol Etxeberria Quintana de la Fuente y Mendoza', onBreak],
  ['Nguyễn Thị Phương Thảo', free],
  ['Tobias Featherstonehaugh', coaching],
  ['Wolfeschlegelsteinhausenbergerdorff Hubert', talking(57)],
  ['Zawadi Kamau', free],
];

export const agents: readonly Agent[] = COLLEAGUES.map(([full_name, fields], index) => ({
  id: 20 + index,
  full_name,
  ...fields,
  is_app_only: false,
  is_online_app: true,
  is_mobile: false,
  permissions: [],
  team_ids: [],
  integrations: { hubspot_id: null, salesforce_domain: null, activecampaign_domain: null },
  country_code: 'US',
}));

export const teams: readonly Team[] = [
  { id: 7, name: 'Sales', is_available: true },
  { id: 8, name: 'Support for customers of the northern region', is_available: false },
  { id: 9, name: 'Renewals', is_available: true },
];

function item(id: number, rest: Partial<HistoryItem>): HistoryItem {
  return historyItem({ id, user: { name: user.full_name }, ...rest });
}

const person = (label: string, phone: string) => {
  const [fname = '', ...rest] = label.split(' ');
  const number = phone.startsWith('+') ? phone : `+1${phone}`;
  const phone_number = number.replace(/[^+\d]/g, '');
  return { fname, lname: rest.join(' '), label, phone_number, phone_number_formatted: phone };
};

export function historyPages(recording: string): readonly (readonly HistoryItem[])[] {
  return [
    [
      item(1, {
        lead: person('Bartholomew Okonkwo-Lindqvist', '(415) 555-0142'),
        recording_url: recording,
        seconds: 12,
        duration: '0:12',
        lead_retry: 2,
      }),
      item(2, {
        lead: person('Chiamaka Eze', '(510) 555-0118'),
        extension: '2018',
        status: 'in-progress',
        time_formatted: 'Nov 20, 3:58 PM',
      }),
      item(3, {
        direction: 'inbound',
        lead: person('Siobhán Ní Dhomhnaill', '+353 20 912 5550'),
        status: 'missed',
        time_formatted: 'Nov 20, 3:41 PM',
        user: null,
      }),
      item(4, {
        lead: person('Juan Carlos de la Fuente y Mendoza', '(212) 555-0177'),
        status: 'busy',
        time_formatted: 'Nov 20, 3:20 PM',
        user: { name: 'Amara Nwachukwu' },
        retry: 1,
      }),
      item(5, {
        direction: 'inbound',
        phone_number_formatted: '+44 20 7946 0958',
        status: 'offline',
        time_formatted: 'Nov 20, 7:52 AM',
        user: null,
      }),
    ],
    [
      item(6, {
        direction: 'inbound',
        lead: person('Fatima al-Rashidi', '(628) 555-0163'),
        status: 'ringing',
        time_formatted: 'Nov 20, 4:11 PM',
      }),
      item(7, {
        lead: person('Lars-Erik Bengtsson Hallström', '+46 8 5550 0142'),
        time_formatted: 'Nov 19, 11:34 AM',
        lead_retry: 3,
      }),
      item(8, {
        lead: person('Renée O’Callaghan', '(303) 555-0129'),
        recording_url: `${recording}#8`,
        seconds: 768,
        duration: '12:48',
        time_formatted: 'Nov 19, 11:02 AM',
        user: { name: 'Benedikt Schwarzenberger' },
        retry: 2,
      }),
      item(9, {
        direction: 'inbound',
        phone_number_formatted: '(702) 555-0186',
        recording_url: `${recording}#9`,
        seconds: 52,
        duration: '0:52',
        time_formatted: 'Nov 19, 10:47 AM',
      }),
      item(10, {
        lead: person('Chiamaka Eze', '(510) 555-0118'),
        seconds: 3667,
        duration: '61:07',
        time_formatted: 'Nov 19, 9:15 AM',
        retry: 1,
        lead_retry: 1,
      }),
    ],
  ];
}

const teamLead = (id: number, label: string, phone: string, do_not_call = false): FoundLead => {
  const [fname = '', ...rest] = label.split(' ');
  const phone_number = `+1${phone.replace(/\D/g, '')}`;
  return {
    id,
    fname,
    lname: rest.join(' '),
    label,
    phone_number,
    phone_number_formatted: phone,
    do_not_call,
  };
};

export const leadsOfTeam: readonly FoundLead[] = [
  teamLead(61, 'Paulina Etxeberria Quintana de la Fuente y Mendoza', '(415) 555-0131'),
  teamLead(62, 'Paul Adeyemi', '(628) 555-0138'),
  teamLead(63, 'Paul Brandt', '(628) 555-0139', true),
  teamLead(64, 'Chiara Lombardi', '(510) 555-0112'),
];

export const parkedCalls: readonly ParkedCall[] = [
  {
    call_id: 71,
    lead_name: 'Grace Hopper',
    phone_number_formatted: '(415) 555-0123',
    parked_by: 'Ben Okafor',
    is_own: true,
    seconds: 42,
    seconds_left: 138,
    is_taken: false,
  },
  {
    call_id: 72,
    lead_name: 'Bartholomew Okonkwo-Lindqvist',
    phone_number_formatted: null,
    parked_by: 'Chiamaka Eze',
    seconds: 5,
    seconds_left: 175,
    is_taken: false,
  },
  {
    call_id: 73,
    lead_name: 'Ines Duarte',
    phone_number_formatted: null,
    parked_by: 'Ben Okafor',
    seconds: 2,
    seconds_left: 178,
    is_taken: false,
  },
];

export const missingResults: readonly MissingResult[] = [
  {
    call_id: 1,
    call_user_id: 3,
    lead: { fname: 'Olga', lname: 'Line', label: 'Olga Line' },
    time_formatted: 'Nov 24, 10:24 AM',
    duration: '3:12',
  },
  {
    call_id: 5,
    call_user_id: 7,
    lead: { fname: 'Bartholomew', lname: 'Okonkwo-Lindqvist', label: 'Bartholomew Okonkwo-Lindqvist' },
    time_formatted: 'Nov 24, 9:58 AM',
    duration: '0:00',
  },
];
