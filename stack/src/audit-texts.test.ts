/** Every action and field that the server can write to the audit log has a text in the console. */

import { CONSOLE_REQUESTS } from '@offhook/contract/console/console';
import { REQUESTS } from '@offhook/contract/requests/all-requests';
import { activateCatalogs } from '@offhook/i18n/all-catalogs';
import { OPERATIONS } from '@offhook/server/administration/operations';
import { COMMANDS } from '@offhook/server/command-line/run';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import { auditAction, auditSubject } from '../../console/src/core/audit/audit-text.ts';
import { findNodes, possibleStrings } from '../promises/sources.ts';

beforeAll(() => activateCatalogs('es'));

const READ_ONLY = /^(doctor|.* (list|show|members|deliveries))$/;

/** The actions named in the code: `action: 'recording.played'`, `recordChange(tx, actor, 'own locale', …)`. */
function actionsInCode(): readonly string[] {
  const found: ts.Expression[] = [];
  for (const node of findNodes(['server/src'], /auditLog|recordChange|auditAllAccounts/)) {
    if (ts.isCallExpression(node) && /^(recordChange|auditAllAccounts)$/.test(calledName(node)))
      found.push(...node.arguments.filter(ts.isStringLiteralLike).slice(0, 1));
    if (
      ts.isPropertyAssignment(node) &&
      ts.isIdentifier(node.name) &&
      node.name.text === 'action' &&
      ts.isStringLiteralLike(node.initializer)
    )
      found.push(node.initializer);
  }
  return found.flatMap(possibleStrings);
}

const calledName = ({ expression }: ts.CallExpression) =>
  ts.isIdentifier(expression) ? expression.text : '';

it('every action has a text', () => {
  const inCode = actionsInCode();
  expect(inCode).toEqual(expect.arrayContaining(['own locale', 'recording.played', 'admin restore']));
  const commands = COMMANDS.map(({ name }) => name).filter((name) => !READ_ONLY.test(name));
  const actions = [...inCode, ...Object.keys(OPERATIONS), ...commands.map((name) => `admin ${name}`)];
  expect(actions.filter((action) => auditAction({ action }) === action)).toEqual([]);
});

const { recording_announcement: _announcement, ...profile } =
  CONSOLE_REQUESTS.changeTeam.body.shape.profile.def.innerType.shape;
const { removed: _removed, ...lead } = CONSOLE_REQUESTS.changeLead.body.shape;

/** The fields that a change can have, by its subject, as the server names them. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  account: [
    ...Object.keys(CONSOLE_REQUESTS.changeRules.body.shape),
    ...Object.keys(CONSOLE_REQUESTS.changeRetention.body.shape),
  ],
  lead: [...Object.keys(lead), 'removed_at', ...Object.keys(REQUESTS.renameLead.body.shape)],
  number: Object.keys(CONSOLE_REQUESTS.changeNumber.body.shape),
  team: [
    ...Object.keys(CONSOLE_REQUESTS.changeTeam.body.shape).filter((name) => name !== 'profile'),
    ...[...Object.keys(profile), 'announces_by_region'].map((name) => `profile ${name}`),
  ],
  user: [
    ...Object.keys(CONSOLE_REQUESTS.changeAgent.body.shape),
    ...Object.keys(REQUESTS.setLocale.body.shape),
  ],
  'web form': Object.keys(CONSOLE_REQUESTS.changeWebForm.body.shape),
  webhook: Object.keys(CONSOLE_REQUESTS.changeWebhook.body.shape),
};

it.each(Object.entries(FIELDS))('every field that can change has a text: %s', (subject, names) => {
  const missing = names
    .filter((name) => name !== 'version')
    .filter((name) => auditSubject({ action: '', subject: `${subject} 1: ${name}` }).endsWith(`: ${name}`));
  expect(names.length).toBeGreaterThan(1);
  expect(missing).toEqual([]);
});
