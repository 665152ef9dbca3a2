/** What deploy/monitoring contains, read for the tests. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod';

export const ALERTS_FILE = new URL('../../../deploy/monitoring/alerts.yml', import.meta.url);
const DASHBOARD_FILE = new URL('../../../deploy/monitoring/dashboard.json', import.meta.url);

const Rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.string() }),
          annotations: z.strictObject({ summary: z.string(), action: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

export const alerts = Rules.parse(parse(readFileSync(ALERTS_FILE, 'utf8'))).groups.flatMap(
  ({ rules }) => rules,
);

const Panels = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      type: z.string(),
      targets: z.array(z.object({ expr: z.string() })).default([]),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
    }),
  ),
});

export const dashboard: unknown = JSON.parse(readFileSync(DASHBOARD_FILE, 'utf8'));
export const panels = Panels.parse(dashboard).panels;

/** [title, PromQL] */
export const dashboardQueries = panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => [`${title} (dashboard)`, expr] as const),
);

/** The metrics of a query with the labels they're selected by. */
export function metricsIn(query: string): { readonly metric: string; readonly labels: readonly string[] }[] {
  return [...query.matchAll(/\b(offhook_\w+?)(?:_bucket|_count|_sum)?\b(?:\{([^}]*)\})?/g)].map(
    ([, metric = '', selector = '']) => ({
      metric,
      labels: [...selector.matchAll(/(\w+)\s*[=!]~?"/g)].map(([, label = '']) => label),
    }),
  );
}
