import type { ReportMailFilters } from '@offhook/contract/console/report-mail-entities';

interface Shown {
  readonly days: { readonly from: string; readonly to: string };
  readonly filters: ReportMailFilters;
  readonly compares: boolean;
}

/** The page of the console with the figures of the mail. */
export function reportUrl(publicUrl: string, { days, filters, compares }: Shown): string {
  const { team_id: team, agent_id: agent, source, number_id: number } = filters;
  const parameters = Object.entries({
    range: 'custom',
    ...days,
    team,
    agent,
    source,
    number,
    compare: compares ? undefined : 'none',
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]));
  return `${publicUrl}/admin/reports?${new URLSearchParams(parameters)}`;
}

/** Needs a login, so that the reader of a forwarded mail can't stop it. */
export const stopUrl = (publicUrl: string): string => `${publicUrl}/admin/reports/mails`;
