import { INSTALLATION_DEFAULT } from '../operations/retention-settings.ts';
import { pick } from '../platform/core/pick.ts';
import { accounts } from '../platform/database/schema.ts';
import { countRecordingLocations, requestMove } from '../recordings/move-recordings.ts';
import { AdminError, type Command } from './command.ts';
import { accountFromArgument, setCommand } from './operation-command.ts';
import { text } from './options.ts';

const NO_ACCOUNT = 0;

const parseDays = (option: string) => (text: string) => {
  if (text === INSTALLATION_DEFAULT) return null;
  if (!/^\d{1,5}$/.test(text))
    throw new AdminError(`--${option} must be a number of days, 0 for forever, or ${INSTALLATION_DEFAULT}.`);
  return Number(text);
};

export const RECORDING_COMMANDS: readonly Command[] = [
  {
    name: 'recordings list',
    summary: 'Count recordings by storage and encryption key, and show whether they are being moved',
    run: async ({ tx }) => {
      const { locations, moving } = await countRecordingLocations(tx);
      return { output: locations.map((location) => ({ ...location, moving: moving ?? 'no' })) };
    },
  },
  {
    name: 'recordings move',
    summary: 'Move all recordings to the current storage and encryption key',
    run: async ({ tx, now }) => {
      await requestMove(tx, now);
      return {
        change: { accountId: NO_ACCOUNT, subject: 'recordings: moved' },
        output: {
          ordered:
            'The running server moves them in the background. Check the progress with: recordings list',
        },
      };
    },
  },
  setCommand('retention set', {
    summary: 'Set the retention of an account',
    args: ['account'],
    options: {
      recordings: text(
        'recordings_days',
        'days to keep recordings after a call; 0: forever; “default”: the installation’s setting',
        parseDays('recordings'),
      ),
      personal: text(
        'personal_days',
        'days until personal data in calls and inactive leads is erased; 0: forever; “default”: the installation’s setting',
        parseDays('personal'),
      ),
    },
    find: accountFromArgument,
    input: (fields) => fields,
  }),
  {
    name: 'retention show',
    summary: 'Show the retention of each account; “-” means the installation’s setting',
    run: async ({ tx }) => ({
      output: await tx
        .select(pick(accounts, 'id', 'name', 'recordings_days', 'personal_days'))
        .from(accounts)
        .orderBy(accounts.id),
    }),
  },
];
