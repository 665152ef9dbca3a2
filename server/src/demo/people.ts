/** The users of the demo; all have the same password. */
import type { Permission } from '@offhook/contract/permissions';

export const DEMO_PASSWORD = 'offhook-demo';

export interface DemoUser {
  readonly email: string;
  readonly accountId: number;
  readonly fullName: string;
  readonly phone: string | null;
  readonly permissions: readonly Permission[];
}

const AGENT: readonly Permission[] = ['app-sms', 'app-retry', 'app-autoaccept'];

export const DEMO_USERS: readonly DemoUser[] = [
  person('agent@demo.test', 'Ann Reyes', AGENT, '+14155550121'),
  person('agent2@demo.test', 'Ben Okafor', AGENT, '+14155550122'),
  person('agent3@demo.test', 'Chloe Lindqvist', AGENT, '+14155550123'),
  person('supervisor@demo.test', 'Sam Whitfield', [...AGENT, 'listen', 'whisper', 'barge'], '+14155550124'),
  person('plain@demo.test', 'Pat Moore', [], '+14155550125'),
  person('admin@demo.test', 'Alex Romero', ['admin'], '+14155550126'),
  person('agent4@demo.test', 'Dana Petrova', AGENT),
  person('agent5@demo.test', 'Elif Yilmaz', AGENT),
  person('agent6@demo.test', 'Farid Haddad', AGENT),
  person('agent7@demo.test', 'Grace Mwangi', AGENT),
  person('agent8@demo.test', 'Hugo Martins', AGENT),
  person('agent9@demo.test', 'Ines Carvalho', AGENT),
  person('agent10@demo.test', 'Jonas Weber', AGENT),
  person('agent11@demo.test', 'Keiko Tanaka', AGENT),
  person('agent12@demo.test', 'Luca Bianchi', AGENT),
  inAccount(200, 'Nora Strand'),
  inAccount(6671, 'Omar Siddiqui'),
  inAccount(9920, 'Priya Venkataraman'),
  inAccount(9420, 'Quinn Harper'),
  inAccount(781, 'Rosa Delgado'),
  inAccount(10787, 'Stefan Novak'),
  inAccount(3998, 'Tara Byrne'),
];

function person(
  email: string,
  fullName: string,
  permissions: readonly Permission[],
  phone?: string,
): DemoUser {
  return { email, accountId: 100, fullName, permissions, phone: phone ?? null };
}

function inAccount(accountId: number, fullName: string): DemoUser {
  const email = `agent@${accountId}.test`;
  return { email, accountId, fullName, permissions: AGENT, phone: null };
}
