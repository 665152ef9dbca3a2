import type { Permission } from '@offhook/contract/accounts/permissions';

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
  user('agent@demo.test', 'Ann Reyes', AGENT, '+14155550121'),
  user('agent2@demo.test', 'Ben Okafor', AGENT, '+14155550122'),
  user('agent3@demo.test', 'Chloe Lindqvist', AGENT, '+14155550123'),
  user('supervisor@demo.test', 'Sam Whitfield', [...AGENT, 'listen', 'whisper', 'barge'], '+14155550124'),
  user('plain@demo.test', 'Pat Moore', [], '+14155550125'),
  user('admin@demo.test', 'Alex Romero', ['admin'], '+14155550126'),
  user('agent4@demo.test', 'Dana Petrova', AGENT),
  user('agent5@demo.test', 'Elif Yilmaz', AGENT),
  user('agent6@demo.test', 'Farid Haddad', AGENT),
  user('agent7@demo.test', 'Grace Mwangi', AGENT),
  user('agent8@demo.test', 'Hugo Martins', AGENT),
  user('agent9@demo.test', 'Ines Carvalho', AGENT),
  user('agent10@demo.test', 'Jonas Weber', AGENT),
  user('agent11@demo.test', 'Keiko Tanaka', AGENT),
  user('agent12@demo.test', 'Luca Bianchi', AGENT),
  agentOfAccount(200, 'Nora Strand'),
  agentOfAccount(6671, 'Omar Siddiqui'),
  agentOfAccount(9920, 'Priya Venkataraman'),
  agentOfAccount(9420, 'Quinn Harper'),
  agentOfAccount(781, 'Rosa Delgado'),
  agentOfAccount(10787, 'Stefan Novak'),
  agentOfAccount(3998, 'Tara Byrne'),
];

function user(email: string, fullName: string, permissions: readonly Permission[], phone?: string): DemoUser {
  return { email, accountId: 100, fullName, permissions, phone: phone ?? null };
}

function agentOfAccount(accountId: number, fullName: string): DemoUser {
  const email = `agent@${accountId}.test`;
  return { email, accountId, fullName, permissions: AGENT, phone: null };
}
