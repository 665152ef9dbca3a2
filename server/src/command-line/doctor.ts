import type { Command } from './command.ts';

/** Asked of the whole installation, also where there is no database to ask: it has no transaction and changes no row. */
export const DOCTOR: Command = {
  name: 'doctor',
  summary:
    'What is missing of providers, addresses, database and disk, and what to do; exit code 1 when something is',
  options: {
    fix: {
      type: 'flag',
      help: 'makes the application at the telephony provider, and points it and the numbers at this server',
    },
  },
  run: () => Promise.reject(new Error('The doctor is not asked in a transaction.')),
};
