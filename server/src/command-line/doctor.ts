import type { Command } from './command.ts';

/** Needs no transaction and no database. */
export const DOCTOR: Command = {
  name: 'doctor',
  summary:
    'Check providers, addresses, database and disk, and show what to fix; exit code 1 if a check fails',
  options: {
    fix: {
      type: 'flag',
      help: 'create the application at the provider, and point it and the numbers at this server',
    },
  },
  run: () => Promise.reject(new Error('the doctor must not run in a transaction')),
};
