/** Commands of the whole installation: no transaction of the product's, but its files and its database. */
import { AdminError, type Command } from '../command.ts';

/** Answered by the command line itself, which opens what it needs. */
async function isElsewhere(): Promise<never> {
  throw new AdminError('This command is not for the running product.');
}

export const INSTALLATION_COMMANDS: readonly Command[] = [
  {
    name: 'backup',
    summary: 'All of the installation as it is now in one file, while the product runs or not',
    args: ['file'],
    options: {
      'without-recordings': { type: 'flag', help: 'leaves the recordings’ files out' },
      'without-keys': {
        type: 'flag',
        help: 'leaves the keys of the embedded services and of sessions out; new ones are made after a restore',
      },
    },
    run: isElsewhere,
  },
  {
    name: 'restore',
    summary: 'Makes the installation of a backup, where there is none; the product must not run',
    args: ['file'],
    options: {
      replace: { type: 'flag', help: 'in the place of what is there, which goes' },
      moved: {
        type: 'flag',
        help: 'nothing ran since the backup was taken: what was waiting goes on, and sessions stay',
      },
    },
    run: isElsewhere,
  },
];
