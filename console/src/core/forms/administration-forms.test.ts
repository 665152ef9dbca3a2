import { PERMISSIONS } from '@offhook/contract/accounts/permissions';
import type { ConsoleWebhook } from '@offhook/contract/console/integration-entities';
import { WebhookChange } from '@offhook/contract/console/integration-entities';
import type { ConsoleAgent } from '@offhook/contract/console/people/agent-entities';
import { AgentChange } from '@offhook/contract/console/people/agent-entities';
import { TeamChange } from '@offhook/contract/console/people/team-entities';
import type { CallingRules } from '@offhook/contract/console/rule-entities';
import { CallingRulesChange, type Retention, RetentionChange } from '@offhook/contract/console/rule-entities';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { webhook as sampleWebhook } from '../../gallery/states/integration-answers.ts';
import { retention as sampleRetention, rules as sampleRules } from '../../gallery/states/rule-answers.ts';
import { sampleAgent, team as sampleTeam } from '../../gallery/states/team-answers.ts';
import { changedValues } from './changes-count.ts';
import { withChoice } from './choices.ts';
import { toWebhookInput, webhookForm } from './integrations/webhook-form.ts';
import { type AgentForm, agentChange, agentForm, agentProblems, NO_COUNTRY } from './people/agent-form.ts';
import { permissionNames } from './people/permission-names.ts';
import { type TeamForm, teamChange, teamForm, teamProblems } from './people/team-form.ts';
import {
  type DeletionCutoffs,
  daysChoices,
  findDeletionCutoffs,
  periodText,
  type RetentionForm,
  retentionChange,
  retentionForm,
} from './retention-form.ts';
import { type RulesForm, rulesChange, rulesForm, rulesProblems } from './rules-form.ts';

const team = { ...sampleTeam, is_default: false };

describe('the team form', () => {
  const saved = teamForm(team);
  const rows: readonly [string, Partial<TeamForm>, object][] = [
    ['sends nothing without changes', {}, {}],
    ['sends only the changed name', { name: ' Night ' }, { name: 'Night' }],
    ['sends a new default team', { is_default: true }, { is_default: true }],
    ['removes the fallback team', { fallback_team_id: null }, { fallback_team_id: null }],
    ['removes the schedule', { schedule: null }, { schedule: null }],
    [
      'sends an overnight range as two pieces',
      { schedule: { time_zone: 'UTC', pieces: [{ start: 0 + 1320, length: 240 }] } },
      {
        schedule: {
          time_zone: 'UTC',
          pieces: [
            { day: 1, from: 1320, to: 1440 },
            { day: 2, from: 0, to: 120 },
          ],
        },
      },
    ],
    [
      'sends the remaining members',
      { members: [{ user_id: 4, priority_group: 1 }] },
      { members: [{ user_id: 4, priority_group: 1 }] },
    ],
    [
      'sends the changed intervals',
      { retries: '2 10', followups: '60,240', delay: '5' },
      { profile: { retry_minutes: [2, 10], followup_minutes: [60, 240], delay_seconds: 5 } },
    ],
    ['sends the limit of calls per minute', { pace: ' 12 ' }, { profile: { calls_per_minute: 12 } }],
    ['sends the wrap-up', { wrap_up: 'none' }, { profile: { wrap_up: 'none' } }],
    ['sends the wrap-up’s length', { wrap_up_seconds: ' 45 ' }, { profile: { wrap_up_seconds: 45 } }],
    [
      'sends no length that another wrap-up hides',
      { wrap_up: 'until_done', wrap_up_seconds: '2' },
      { profile: { wrap_up: 'until_done' } },
    ],
    [
      'sends the whisper text',
      { whisper_template: 'Hi {fname}' },
      { profile: { whisper_template: 'Hi {fname}' } },
    ],
    [
      'sends the new tags and those that were kept',
      {
        tags: [
          { id: null, name: ' New ', color: '#abcdef', uses: 0 },
          { id: 3, name: 'Offer', color: '#112233', uses: 1 },
        ],
      },
      {
        profile: {
          tags: [
            { name: 'New', color: '#abcdef' },
            { id: 3, name: 'Offer', color: '#112233' },
          ],
        },
      },
    ],
  ];
  it.each(rows)('%s', (_title, fields, expected) => {
    const change = teamChange(changedValues(saved, { ...saved, ...fields }));
    expect(change).toEqual(expected);
    expect(z.safeParse(TeamChange, change).success).toBe(true);
  });

  it.each<[string, Partial<TeamForm>, string]>([
    ['a missing name', { name: ' ' }, 'name'],
    ['text instead of minutes', { retries: 'soon' }, 'retries'],
    ['an interval of zero', { followups: '0' }, 'followups'],
    ['a delay longer than an hour', { delay: '3601' }, 'delay'],
    ['more calls per minute than can be made', { pace: '601' }, 'pace'],
    ['no calls per minute', { pace: '0' }, 'pace'],
    ['a wrap-up of four seconds', { wrap_up: 'fixed', wrap_up_seconds: '4' }, 'wrap_up_seconds'],
    ['a tag without a name', { tags: [{ id: null, name: '', color: '#112233', uses: 0 }] }, 'tags'],
  ])('rejects %s', (_title, fields, field) => {
    expect(Object.keys(teamProblems({ ...saved, ...fields }))).toEqual([field]);
    expect(teamProblems(saved)).toEqual({});
  });
});

const agent: ConsoleAgent = { ...sampleAgent, permissions: ['admin', 'app-sms'], country_code: 'US' };

describe('the agent form', () => {
  const saved = agentForm(agent);
  const rows: readonly [string, Partial<AgentForm>, object][] = [
    ['sends nothing without changes', {}, {}],
    ['removes the daily call limit', { cap: '' }, { cap: null }],
    ['changes the daily call limit', { cap: ' 50 ' }, { cap: 50 }],
    ["resets the country to the account's", { country_code: '' }, { country_code: null }],
    ['sends no country', { country_code: NO_COUNTRY }, { country_code: '' }],
    ['removes the external phone', { phone_number: '' }, { phone_number: '' }],
    [
      'adds a permission',
      { permissions: withChoice(PERMISSIONS, saved.permissions, 'listen', true) },
      { permissions: ['app-sms', 'listen', 'admin'] },
    ],
    [
      'changes the teams',
      { teams: [{ team_id: 2, priority_group: 1 }] },
      { teams: [{ team_id: 2, priority_group: 1 }] },
    ],
    [
      'deactivates the agent',
      { active: false, do_not_disturb: true },
      { active: false, do_not_disturb: true },
    ],
  ];
  it.each(rows)('%s', (_title, fields, expected) => {
    const change = agentChange(changedValues(saved, { ...saved, ...fields }));
    expect(change).toEqual(expected);
    expect(z.safeParse(AgentChange, change).success).toBe(true);
  });

  it('shows an agent without a country', () => {
    expect(agentForm({ ...agent, country_code: '' }).country_code).toBe(NO_COUNTRY);
  });

  it('has the same permissions after one was removed and added again', () => {
    const without = withChoice(PERMISSIONS, saved.permissions, 'app-sms', false);
    expect(withChoice(PERMISSIONS, without, 'app-sms', true)).toEqual(saved.permissions);
  });

  it.each<[string, Partial<AgentForm>, string]>([
    ['a missing name', { full_name: '' }, 'full_name'],
    ['a fractional call limit', { cap: '0.5' }, 'cap'],
    ['a priority of zero', { teams: [{ team_id: 1, priority_group: 0 }] }, 'teams'],
    [
      'a duplicate team',
      { teams: [1, 2].map((priority_group) => ({ team_id: 1, priority_group })) },
      'teams',
    ],
  ])('rejects %s', (_title, fields, field) => {
    expect(Object.keys(agentProblems({ ...saved, ...fields }))).toEqual([field]);
    expect(agentProblems(saved)).toEqual({});
  });

  it('shows permissions by name, and unknown ones by code', () => {
    expect(permissionNames(['admin', 'fly', 'app-sms'])).toBe('Send texts, Administrator, fly');
  });
});

const rules: CallingRules = {
  ...sampleRules,
  texting_from_minute: null,
  texting_to_minute: null,
  texts_need_consent: false,
  attempts_per_day: null,
  calling_countries: ['US'],
  special_numbers: ['premium'],
  region_windows: [],
  recording_regions: [],
  recording_pause_minutes: null,
  park_minutes: 3,
  second_factor: 'none',
};

describe('the calling rules form', () => {
  const saved = rulesForm(rules);
  const NO_TEXTING = { texting_from_minute: null, texting_to_minute: null };
  const region = { prefix: '+1 (212)', from_minute: 540, to_minute: 1200 };
  const rows: readonly [string, Partial<RulesForm>, object][] = [
    ['sends nothing without changes', {}, {}],
    ['allows eight attempts', { attempts: '8' }, { attempts_per_day: 8 }],
    ['allows more countries', { countries: 'us; CA ,us' }, { calling_countries: ['US', 'CA'] }],
    ['allows all countries', { countries: ' ' }, { calling_countries: [] }],
    [
      'changes the allowed special numbers',
      { premium: false, satellite: true },
      { special_numbers: ['satellite'] },
    ],
    ['requires a second factor', { second_factor: 'admins' }, { second_factor: 'admins' }],
    ['changes how long a parked call waits', { park_minutes: ' 10 ' }, { park_minutes: 10 }],
    ['lets agents pause recordings', { may_pause: true }, { recording_pause_minutes: 10 }],
    [
      'changes nothing with minutes that don’t apply',
      { may_pause: false, pause_minutes: '5' },
      { recording_pause_minutes: null },
    ],
    ['removes the call limit of API keys', { key_calls: '' }, { key_calls_per_minute: null }],
    [
      'gives texts separate hours',
      { has_texting_hours: true, texting_to_minute: 1200 },
      { texting_from_minute: 480, texting_to_minute: 1200 },
    ],
    ['uses the calling hours for texts', { has_texting_hours: false, texting_to_minute: 1 }, NO_TEXTING],
    ['requires consent for texts', { texts_need_consent: true }, { texts_need_consent: true }],
    ['changes the account’s language to Spanish', { language: 'es' }, { language: 'es' }],
    ['changes the end of the calling hours', { calling_to_minute: 1200 }, { calling_to_minute: 1200 }],
    [
      "sends a region's prefix as digits",
      { region_windows: [region] },
      { region_windows: [{ ...region, prefix: '+1212' }] },
    ],
    [
      'adds a region with announced recordings',
      { recording_regions: [{ prefix: '+1 (212)', announces: true }] },
      { recording_regions: [{ prefix: '+1212', announces: true }] },
    ],
  ];
  it.each(rows)('%s', (_title, fields, expected) => {
    const change = rulesChange(changedValues(saved, { ...saved, ...fields }), { ...saved, ...fields });
    expect(change).toEqual(expected);
    expect(z.safeParse(CallingRulesChange, change).success).toBe(true);
  });

  it.each<[string, Partial<RulesForm>, string]>([
    ['calling hours that end before they start', { calling_from_minute: 1300 }, 'window'],
    [
      'hours for texts that end before they start',
      { has_texting_hours: true, texting_to_minute: 480 },
      'texting',
    ],
    ['zero attempts', { attempts: '0' }, 'attempts'],
    ['a parked call without minutes', { park_minutes: '' }, 'park_minutes'],
    ['a parked call that waits an hour', { park_minutes: '60' }, 'park_minutes'],
    ['a pause without minutes', { may_pause: true, pause_minutes: '' }, 'pause_minutes'],
    ['a pause of two hours', { may_pause: true, pause_minutes: '120' }, 'pause_minutes'],
    ['a region without digits', { region_windows: [{ ...region, prefix: '+' }] }, 'regions'],
    ['a duplicate region', { region_windows: [region, { ...region, prefix: '+1212' }] }, 'regions'],
    ['a region with empty hours', { region_windows: [{ ...region, to_minute: 540 }] }, 'regions'],
    [
      'an announcement region without digits',
      { recording_regions: [{ prefix: '+', announces: true }] },
      'recording',
    ],
    ['a missing name', { name: '' }, 'name'],
  ])('rejects %s', (_title, fields, field) => {
    expect(Object.keys(rulesProblems({ ...saved, ...fields }))).toEqual([field]);
    expect(rulesProblems(saved)).toEqual({});
  });
});

describe('the webhook form', () => {
  const webhook: ConsoleWebhook = {
    ...sampleWebhook,
    url: 'https://example.com/hook',
    events: ['lead_created'],
    filters: { status: ['completed'], result: ['none', 'contacted'], team: [2, 1] },
  };

  it("keeps filters that it doesn't show, and drops empty ones", () => {
    const input = toWebhookInput({ ...webhookForm(webhook), result: [] }, webhook.filters);
    expect(input).toEqual({
      url: 'https://example.com/hook',
      events: ['lead_created'],
      filters: { status: ['completed'], team: [1, 2] },
    });
    expect(z.safeParse(WebhookChange, input).success).toBe(true);
  });

  it('keeps choices in a fixed order', () => {
    const all = ['a', 'b', 'c'];
    expect(withChoice(all, withChoice(all, ['c'], 'a', true), 'b', true)).toEqual(all);
    expect(withChoice(all, all, 'b', false)).toEqual(['a', 'c']);
  });
});

const retention: Retention = {
  ...sampleRetention,
  personal_days: 730,
  installation: { recordings_days: 180, personal_days: 0 },
};

describe('the retention form', () => {
  const saved = retentionForm(retention);
  const NOW = Date.UTC(2027, 0, 31);
  const IN_AN_HOUR = NOW + 3_600_000;
  const DAY_MS = 86_400_000;

  it.each<[string, Partial<RetentionForm>, object, DeletionCutoffs]>([
    ['sends nothing without changes', {}, {}, { recordings: null, personal: null }],
    [
      "shows what a period shorter than the installation's default would delete",
      { recordings: 90 },
      { recordings_days: 90 },
      { recordings: IN_AN_HOUR - 90 * DAY_MS, personal: null },
    ],
    [
      "sends a period that equals the installation's default",
      { recordings: 180 },
      { recordings_days: 180 },
      { recordings: null, personal: null },
    ],
    [
      "sends 'Forever' for recordings, and the default for personal data when that default is 'Forever'",
      { recordings: 0, personal: null },
      { recordings_days: 0, personal_days: null },
      { recordings: null, personal: null },
    ],
    [
      'shows what each of two shorter periods would delete',
      { recordings: 1, personal: 365 },
      { recordings_days: 1, personal_days: 365 },
      { recordings: IN_AN_HOUR - DAY_MS, personal: IN_AN_HOUR - 365 * DAY_MS },
    ],
  ])('%s', (_title, fields, change, cutoffs) => {
    const form = { ...saved, ...fields };
    const sent = retentionChange(changedValues(saved, form));
    expect(sent).toEqual(change);
    expect(z.safeParse(RetentionChange, sent).success).toBe(true);
    expect(findDeletionCutoffs(retention, form, NOW)).toEqual(cutoffs);
  });

  it("shows what is deleted when the installation's shorter default replaces 'Forever'", () => {
    const forever = { ...retention, recordings_days: 0 };
    expect(findDeletionCutoffs(forever, { ...saved, recordings: null }, NOW).recordings).toBe(
      IN_AN_HOUR - 180 * DAY_MS,
    );
  });

  it('offers periods in order, including the saved one', () => {
    const optionTexts = (days: number | null) => daysChoices([days], 0).map(({ text }) => text);
    expect(optionTexts(1_000)).toEqual([
      'Default (forever)',
      '30 days',
      '60 days',
      '90 days',
      '180 days',
      '1 year',
      '2 years',
      '1,000 days',
      '3 years',
      '5 years',
      '7 years',
      '10 years',
      'Forever',
    ]);
    expect(optionTexts(null)).toEqual(optionTexts(90));
    expect([1, 365].map(periodText)).toEqual(['1 day', '1 year']);
  });
});
