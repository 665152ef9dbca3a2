/** Where recordings are, how they come to where they should be, and how long things are kept. */

import { AS_THE_INSTALLATION } from '../operations/retention-settings.ts';
import { pick } from '../platform/core/pick.ts';
import { accounts } from '../platform/database/schema.ts';
import { orderMove, recordingPlaces } from '../recordings/move-recordings.ts';
import { AdminError, type Command } from './command.ts';
import { namedAccount, setCommand } from './operation-command.ts';
import { text } from './options.ts';

/** Of the installation rather than of an account. */
const NO_ACCOUNT = 0;

const days = (option: string) => (text: string) => {
  if (text === AS_THE_INSTALLATION) return null;
  if (!/^\d{1,5}$/.test(text))
    throw new AdminError(`--${option} should be a number of days, 0 for ever, or ${AS_THE_INSTALLATION}.`);
  return Number(text);
};

export const RECORDING_COMMANDS: readonly Command[] = [
  {
    name: 'recordings list',
    summary: 'How many recordings are where, encrypted with which key, and whether they are being moved',
    run: async ({ tx }) => {
      const { places, moving } = await recordingPlaces(tx);
      return { shown: places.map((one) => ({ ...one, moving: moving ?? 'no' })) };
    },
  },
  {
    name: 'recordings move',
    summary:
      'Brings all recordings to where and how new ones are written: into S3, encrypted, with the newest key',
    run: async ({ tx, now }) => {
      await orderMove(tx, now);
      return {
        change: { accountId: NO_ACCOUNT, subject: 'recordings: moved' },
        shown: {
          ordered: 'The running product moves them, a few at a time; recordings list tells how far it is.',
        },
      };
    },
  },
  setCommand('retention set', {
    summary: 'How long an account keeps recordings and personal data',
    args: ['account'],
    options: {
      recordings: text(
        'recordings_days',
        'days after a call; 0 for ever; default: as the installation says',
        days('recordings'),
      ),
      personal: text(
        'personal_days',
        'days after which calls and people of whom nothing new was heard are erased; likewise',
        days('personal'),
      ),
    },
    on: namedAccount,
    input: (fields) => fields,
  }),
  {
    name: 'retention show',
    summary: 'How long each account keeps recordings and personal data; -: as the installation says',
    run: async ({ tx }) => ({
      shown: await tx
        .select(pick(accounts, 'id', 'name', 'recordings_days', 'personal_days'))
        .from(accounts)
        .orderBy(accounts.id),
    }),
  },
];
