export const FIRST_ACCOUNT_COMMANDS = [
  'npm run admin -- accounts add --name Acme --country US --time-zone America/New_York',
  'npm run admin -- users add --account 1 --email ada@example.com --name Ada --role administrator',
] as const;
