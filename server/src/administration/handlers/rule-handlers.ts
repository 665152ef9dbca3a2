import type { RULE_REQUESTS } from '@offhook/contract/console/requests/rule-requests';
import { localTime } from '@offhook/contract/weekly-schedule';
import type { Actor } from '../../accounts/settings/change.ts';
import { listPublicHolidays } from '../../accounts/settings/hours/public-holidays.ts';
import { listNumbers, readConsoleNumber, rulesView } from '../../accounts/settings/settings-views.ts';
import { getUserAccount } from '../../accounts/sign-in/api-keys.ts';
import { listDoNotCall, readDoNotCall } from '../../leads/do-not-call/do-not-call-view.ts';
import { readRetention } from '../../operations/retention-settings.ts';
import { type ConsoleTools, DONE, type Handlers } from './console-tools.ts';

export function ruleHandlers(tools: ConsoleTools): Handlers<typeof RULE_REQUESTS> {
  const { db, now, change, changeAndReturn, respondWith, deps } = tools;
  const number = respondWith('number', (user, id) => readConsoleNumber(db, user, id));
  const rules = async ({ user }: Actor) => ({ ...DONE, rules: rulesView(await getUserAccount(db, user)) });
  const retention = async ({ user }: Actor) => ({
    ...DONE,
    retention: await readRetention(db, await getUserAccount(db, user), deps.retention, now()),
  });
  return {
    listNumbers: async ({ user }) => ({ ...DONE, data: await listNumbers(db, user) }),
    async addNumber(request) {
      const { row } = await change(request, 'numbers add', request.body);
      return number(request, row.id);
    },
    changeNumber: changeAndReturn('numbers set', number),
    removeNumber: changeAndReturn('numbers remove', async () => DONE),
    readRules: rules,
    async changeRules(request) {
      await change(request, 'accounts set', request.body);
      return rules(request);
    },
    listPublicHolidays: async ({ user, query: { year } }) => {
      const { country_code: country, time_zone: zone } = await getUserAccount(db, user);
      const thisYear = Number(localTime(zone, now()).date.slice(0, 'YYYY'.length));
      return { ...DONE, data: await listPublicHolidays(country, year ?? thisYear, user.language ?? 'en') };
    },
    readRetention: retention,
    async changeRetention(request) {
      await change(request, 'retention set', request.body);
      return retention(request);
    },
    listDoNotCall: ({ user, query }) => listDoNotCall(db, user, query),
    async addDoNotCall(request) {
      const { number } = await change(request, 'do-not-call add', request.body);
      return { ...DONE, entry: await readDoNotCall(db, request.user, number) };
    },
    async removeDoNotCall(request) {
      await change(request, 'do-not-call remove', { phone_number: `+${request.params.id}` });
      return DONE;
    },
  };
}
