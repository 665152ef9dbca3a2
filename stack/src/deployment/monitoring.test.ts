import { readFileSync } from 'node:fs';
import { createMetrics } from '@offhook/server/operations/metrics';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ALERT_CASES } from './alert-cases.ts';
import { alerts, dashboardQueries, metricsIn } from './monitoring.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Of each metric its labels, as the snapshot of what others rely on has them. */
const labels = new Map(
  [...read('stack/promises/metrics.txt').matchAll(/^(offhook_\w+) \((\w+)\) \{(.*?)\}/gm)].map(
    ([, name = '', type = '', list = '']) => [
      name,
      [...list.split(', ').filter(Boolean), ...(type === 'histogram' ? ['le'] : [])],
    ],
  ),
);
const ADDED_BY_PROMETHEUS = ['job', 'instance'];

async function servedMetrics(): Promise<ReadonlySet<string>> {
  const { body } = await createMetrics().render(null, { parts: {}, disk: null });
  return new Set([...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '']) => [name]));
}

const queries: readonly (readonly [string, string])[] = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboardQueries,
];

it.each(queries)('%s uses only metrics and labels that the server has', async (_name, query) => {
  const served = await servedMetrics();
  const used = metricsIn(query);
  for (const { metric, labels: names } of used) {
    expect(served).toContain(metric);
    const known = labels.get(metric);
    if (known === undefined) expect(metric).toMatch(/^offhook_(nodejs|process)_/);
    else expect([...known, ...ADDED_BY_PROMETHEUS]).toEqual(expect.arrayContaining([...names]));
  }
  expect(used.length > 0 || query.startsWith('up{') || query.includes('(up{')).toBe(true);
});

it('the metrics of a query are found with their labels, and a planted unknown one is missed by the server', async () => {
  expect(metricsIn('rate(offhook_a_seconds_bucket{step="ring", job=~"$job"}[5m]) / offhook_b')).toEqual([
    { metric: 'offhook_a_seconds', labels: ['step', 'job'] },
    { metric: 'offhook_b', labels: [] },
  ]);
  expect(await servedMetrics()).not.toContain('offhook_b');
});

it('each alert has a severity, a summary, an action and a section of the documentation', () => {
  const sections = [...read('docs/monitoring.md').matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  for (const { alert, labels: given, annotations } of alerts) {
    expect(['critical', 'warning']).toContain(given.severity);
    expect(annotations.summary).toMatch(/\.$/);
    expect(annotations.action).toMatch(/\.$/);
    expect(annotations.runbook).toBe(`docs/monitoring.md#${alert.toLowerCase()}`);
  }
  expect(sections).toEqual(alerts.map(({ alert }) => alert));
});

it('each alert has a case in which it fires', () => {
  expect(ALERT_CASES.map(({ alert }) => alert)).toEqual(alerts.map(({ alert }) => alert));
});

it('the documentation lists every metric of the server', async () => {
  const text = read('docs/metrics.md');
  for (const name of await servedMetrics())
    if (!/^offhook_(nodejs|process)_/.test(name)) expect(text, name).toContain(`\`${name}`);
  expect(parse(read('deploy/monitoring/alerts.yml'))).toBeTypeOf('object');
});
