import { AdminError, type Command } from '../command.ts';

/** These commands run only in the command's own process. */
async function rejectRemote(): Promise<never> {
  throw new AdminError('This command cannot run in the server.');
}

export const INSTALLATION_COMMANDS: readonly Command[] = [
  {
    name: 'backup',
    summary: 'Back up the whole installation to one file; works while Offhook is running',
    args: ['file'],
    options: {
      'without-recordings': { type: 'flag', help: 'leave out the recording files' },
      'without-keys': {
        type: 'flag',
        help: 'leave out the keys of embedded services and sessions; new ones are created after a restore',
      },
    },
    run: rejectRemote,
  },
  {
    name: 'restore',
    summary: 'Restore a backup into an empty installation; Offhook must be stopped',
    args: ['file'],
    options: {
      replace: { type: 'flag', help: 'delete the existing data' },
      moved: {
        type: 'flag',
        help: 'use only if Offhook has not run since the backup: pending work continues, and sessions stay valid',
      },
    },
    run: rejectRemote,
  },
];
