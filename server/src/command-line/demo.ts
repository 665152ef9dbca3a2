import { closeDemoLogins } from '../demo/demo-logins.ts';
import type { Command } from './command.ts';

export const DEMO_COMMANDS: readonly Command[] = [
  {
    name: 'demo close',
    summary: 'Deactivates users with the demo’s password, and revokes the demo’s API keys; all else stays',
    run: async ({ tx, now }) => {
      const change = await closeDemoLogins(tx, now);
      return { change, shown: change };
    },
  },
];
