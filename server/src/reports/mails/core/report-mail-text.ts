/** A report as a mail: the six figures, the agents and links into the console. */

import type { Language } from '@offhook/contract/accounts/languages';
import type { Report, ReportTotals } from '@offhook/contract/console/report-entities';
import type { ReportMailFilters } from '@offhook/contract/console/report-mail-entities';
import { formatDate } from '@offhook/i18n/formats';
import {
  escapeHtml,
  htmlPage,
  MAIL_LOCALES,
  MAIL_TRANSLATORS,
  type MailText,
  type MailTranslate,
} from '../../../platform/mail/core/mail-text.ts';
import { type FigureWords, figureWords } from './figure-words.ts';

interface Period {
  readonly from: number;
  readonly to: number;
}

export interface ReportMailFacts {
  readonly language: Language;
  readonly account: string;
  /** null: the user no longer exists. */
  readonly owner: string | null;
  readonly report: Report;
  /** Midnights in UTC of the first and the last day. */
  readonly period: Period;
  /** null: without comparison. */
  readonly before: ReportTotals | null;
  readonly filters: ReportMailFilters;
  readonly links: { readonly report: string; readonly stop: string };
}

/** The others are in the attached file. */
const MAX_AGENTS = 50;

interface FigureLine {
  readonly name: string;
  readonly value: string;
  /** Empty without comparison. */
  readonly change: string;
}

export function reportMail(facts: ReportMailFacts): MailText {
  const { language, account, owner, report, links } = facts;
  const t = MAIL_TRANSLATORS[language];
  const words = figureWords(language);
  const period = periodText(language, facts.period);
  const filters = filterTexts(t, facts);
  const head = [
    t('reportMail.text', { account, period }),
    ...(filters.length === 0 ? [] : [t('reportMail.filters', { filters: filters.join(' · ') })]),
  ];
  const lines = figureLines(t, words, facts);
  const agents = report.agents.slice(0, MAX_AGENTS);
  const more = report.agents.length - agents.length;
  const rest = [...(more > 0 ? [t('reportMail.moreAgents', { count: more })] : []), t('reportMail.file')];
  const reason = owner === null ? t('reportMail.reason') : t('reportMail.reasonBy', { owner });
  const agentRows = agents.map((agent) => ({
    name: agent.full_name,
    cells: [
      words.count(agent.contacted),
      words.percent(agent.contact_rate),
      words.count(agent.calls),
      words.hours(agent.talk_seconds),
      words.time(agent.speed.p50_ms),
      words.count(agent.missed_rings),
    ],
  }));
  const columns = [
    t('reportMail.contacted'),
    t('reportMail.rate'),
    t('reportMail.calls'),
    t('reportMail.talk'),
    t('reportMail.speed'),
    t('reportMail.missed'),
  ];
  const paragraph = (line: string) => `<p>${escapeHtml(line)}</p>`;
  const link = (url: string, label: string) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;
  return {
    subject: t('reportMail.subject', { account, period }),
    text: [
      ...head,
      lines.map(({ name, value, change }) => `${name}: ${value}${change && ` (${change})`}`).join('\n'),
      ...(agents.length === 0 ? [] : [agentText(t('reportMail.agents'), columns, agentRows)]),
      ...rest,
      `${t('reportMail.open')}:\n${links.report}`,
      reason,
      `${t('reportMail.stop')}:\n${links.stop}`,
    ]
      .join('\n\n')
      .concat('\n'),
    html: htmlPage(language, [
      ...head.map(paragraph),
      table(
        null,
        [],
        lines.map(({ name, value, change }) => ({ name, cells: [value, change] })),
      ),
      ...(agents.length === 0
        ? []
        : [table(t('reportMail.agents'), [t('reportMail.agent'), ...columns], agentRows)]),
      ...rest.map(paragraph),
      link(links.report, t('reportMail.open')),
      paragraph(reason),
      link(links.stop, t('reportMail.stop')),
    ]),
  };
}

/** 'Nov 25, 2026' or 'Nov 16, 2026 – Nov 22, 2026' */
function periodText(language: Language, { from, to }: Period): string {
  const formats = { tag: MAIL_LOCALES[language], timeZone: 'UTC', clock: null, dateOrder: null };
  const [first, last] = [formatDate(from, formats), formatDate(to, formats)];
  return from === to ? first : MAIL_TRANSLATORS[language]('reportMail.period', { from: first, to: last });
}

function figureLines(
  t: MailTranslate,
  words: FigureWords,
  { report: { current }, before }: ReportMailFacts,
): readonly FigureLine[] {
  const line = (
    name: string,
    of: (totals: ReportTotals) => number | null,
    write: (value: number | null) => string,
    change: (value: number, before: number) => string | null,
  ): FigureLine => {
    const [value, earlier] = [of(current), before && of(before)];
    if (earlier === null) return { name, value: write(value), change: '' };
    const amount = value === null ? null : change(value, earlier);
    return {
      name,
      value: write(value),
      change:
        amount === null
          ? t('reportMail.unchanged', { before: write(earlier) })
          : t('reportMail.change', { change: amount, before: write(earlier) }),
    };
  };
  return [
    line(t('reportMail.leads'), ({ leads }) => leads, words.count, words.shareChange),
    line(t('reportMail.contacted'), ({ contact_rate }) => contact_rate, words.percent, words.pointsChange),
    line(t('reportMail.speed'), ({ speed }) => speed.p50_ms, words.time, words.timeChange),
    line(t('reportMail.calls'), ({ calls }) => calls, words.count, words.shareChange),
    line(t('reportMail.missed'), ({ missed_rings }) => missed_rings, words.count, words.countChange),
    line(t('reportMail.talk'), ({ talk_seconds }) => talk_seconds, words.hours, words.shareChange),
  ];
}

function filterTexts(t: MailTranslate, { filters, report }: ReportMailFacts): string[] {
  const { team_id, agent_id, source, number_id } = filters;
  const { choices } = report;
  const find = <T extends { readonly id: number }>(list: readonly T[], id: number | undefined) =>
    list.find((one) => one.id === id);
  const number = find(choices.numbers, number_id);
  const texts = [
    [t('reportMail.team'), find(choices.teams, team_id)?.name],
    [t('reportMail.agent'), find(choices.agents, agent_id)?.full_name],
    [t('reportMail.source'), source && sourceText(t, source)],
    [t('reportMail.number'), number && (number.name ?? number.phone_number_formatted)],
  ];
  return texts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
}

function sourceText(t: MailTranslate, source: string): string {
  switch (source) {
    case 'agent':
    case 'inbound':
    case 'intake':
    case 'unknown':
      return t(`reportMail.source.${source}`);
    default:
      return source.slice(source.indexOf(':') + 1);
  }
}

interface Row {
  readonly name: string;
  readonly cells: readonly string[];
}

function agentText(title: string, columns: readonly string[], rows: readonly Row[]): string {
  const line = ({ name, cells }: Row) =>
    `${name}: ${cells.map((cell, at) => `${columns[at]} ${cell}`).join(', ')}`;
  return [title, ...rows.map(line)].join('\n');
}

const CELL = 'padding:4px 12px 4px 0;border-bottom:1px solid #888888';

function table(caption: string | null, columns: readonly string[], rows: readonly Row[]): string {
  const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
    texts.map((text) => `<${tag} style="${CELL};text-align:right">${escapeHtml(text)}</${tag}>`).join('');
  const first = (text: string, scope: 'row' | 'col') =>
    `<th scope="${scope}" style="${CELL};text-align:left">${escapeHtml(text)}</th>`;
  const [name, ...others] = columns;
  return [
    '<table style="border-collapse:collapse;margin:16px 0;font-size:14px">',
    ...(caption === null
      ? []
      : [`<caption style="text-align:left;font-weight:bold">${escapeHtml(caption)}</caption>`]),
    ...(name === undefined ? [] : [`<tr>${first(name, 'col')}${cells('th', others)}</tr>`]),
    ...rows.map((row) => `<tr>${first(row.name, 'row')}${cells('td', row.cells)}</tr>`),
    '</table>',
  ].join('\n');
}
