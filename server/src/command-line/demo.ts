import { disableDemoLogins } from '../demo/demo-logins.ts';
import type { Command } from './command.ts';

export const DEMO_COMMANDS: readonly Command[] = [
  {
    name: 'demo close',
    summary: 'Deactivate users with the demo password and revoke the demo API keys',
    run: async ({ tx, now }) => {
      const change = await disableDemoLogins(tx, now);
      return { change, output: change };
    },
  },
];
