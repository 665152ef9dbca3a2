/** The alerts in Debian's `promtool`: valid, firing, quiet. The types of the dashboard are Grafana's own. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { ALERT_CASES, type AlertCase } from './alert-cases.ts';
import { ALERTS_FILE, alerts, dashboard, panels } from './monitoring.ts';
import { findTypeErrors } from './type-check.ts';

const RULES = fileURLToPath(ALERTS_FILE);
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) console.log('promtool isn’t installed (Debian: prometheus): the alerts aren’t tested.');

function promtool(args: readonly string[], input: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'offhook-alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'test.yml');
  writeFileSync(file, stringify(input));
  const { status, stdout, stderr } = spawnSync('promtool', [...args, file], { encoding: 'utf8' });
  return status === 0 ? 'passed' : `${stdout}${stderr}`;
}

function expectedAlert({ alert, labels = {} }: AlertCase) {
  const rule = alerts.find((one) => one.alert === alert);
  const fill = (text = '') =>
    text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => labels[name] ?? '');
  return {
    exp_labels: { job: 'offhook', severity: rule?.labels.severity, ...labels },
    exp_annotations: { ...rule?.annotations, summary: fill(rule?.annotations.summary) },
  };
}

const test = (series: AlertCase['fires'], alert: string, expected: readonly object[]) => ({
  rule_files: [RULES],
  evaluation_interval: '1m',
  tests: [
    {
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [{ eval_time: '59m', alertname: alert, exp_alerts: expected }],
    },
  ],
});

it.skipIf(!hasPromtool)('promtool accepts the rules', () => {
  expect(execFileSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })).toContain(
    `SUCCESS: ${alerts.length} rules found`,
  );
});

it.skipIf(!hasPromtool).each(ALERT_CASES)('$alert fires when it should, and only then', (one) => {
  expect(promtool(['test', 'rules'], test(one.fires, one.alert, [expectedAlert(one)]))).toBe('passed');
  expect(promtool(['test', 'rules'], test(one.quiet, one.alert, []))).toBe('passed');
});

it('the dashboard has the fields of Grafana’s schema', () => {
  const ofType = { timeseries: 'TimeSeries', stat: 'Stat' } as const;
  const raw = (dashboard as { panels: readonly Record<string, unknown>[] }).panels;
  const options = panels.flatMap(({ title, type }, n) =>
    type === 'timeseries' || type === 'stat'
      ? [
          {
            name: `${title}: options`,
            from: `@grafana/schema/dist/esm/raw/composable/${type}/panelcfg/x/${ofType[type]}PanelCfg_types.gen`,
            type: 'Options',
            value: raw[n]?.['options'],
          },
        ]
      : [],
  );
  const whole = { from: '@grafana/schema', type: 'Dashboard' };
  expect(findTypeErrors([{ name: 'dashboard', ...whole, value: dashboard }, ...options])).toEqual([]);
  const planted = { ...(dashboard as object), panls: [] };
  expect(findTypeErrors([{ name: 'planted', ...whole, value: planted }]).join()).toContain('panls');
});

it('the panels of the dashboard have their own ids and places', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
});
