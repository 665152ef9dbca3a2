import { readSignOn, signOnView } from '../accounts/single-sign-on/settings.ts';
import type { Command, Context } from './command.ts';
import { AdminError } from './command.ts';
import { ACCOUNT, accountFromOption, operationCommand, setCommand } from './operation-command.ts';
import { list, text, yesNo } from './options.ts';

async function show({ tx }: Context, accountId: number) {
  const row = await readSignOn(tx, accountId);
  if (row === null) throw new AdminError('This account has no single sign-on.');
  return { ...signOnView(row) };
}

export const SIGN_ON_COMMANDS: readonly Command[] = [
  {
    name: 'sign-on show',
    summary: 'Show the single sign-on of an account, without its secret',
    options: { account: ACCOUNT },
    run: async (context) => ({ output: await show(context, context.number('account') ?? 0) }),
  },
  setCommand('sign-on set', {
    summary: 'Set up or change single sign-on; --only no lets users log in with passwords again',
    options: {
      account: ACCOUNT,
      name: text('name', 'name of the organization'),
      domains: list('domains', 'domains of its users’ emails, such as acme.com,acme.co.uk'),
      issuer: text('issuer', 'https URL of the OpenID Connect issuer'),
      'client-id': text('client_id', 'client ID'),
      'client-secret': text('client_secret', 'client secret'),
      'trust-emails': yesNo('trusts_emails', 'whether to accept emails without email_verified; default no'),
      only: yesNo('is_only', 'whether to refuse all other logins of the account’s users; default no'),
    },
    find: accountFromOption,
    input: (fields) => fields,
    output: ({ entity: { id }, context }) => show(context, id),
  }),
  operationCommand('sign-on remove', {
    summary: 'Remove single sign-on; users log in with their passwords again',
    options: { account: ACCOUNT },
    find: accountFromOption,
    input: () => ({}),
    output: ({ entity: { id, name } }) => ({ id, name }),
  }),
];
