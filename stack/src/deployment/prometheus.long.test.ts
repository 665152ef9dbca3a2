/** A real Prometheus with the configuration of docs/monitoring.md and the alerts reads a running server. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Program, startProgram } from '@offhook/server/testing/servers/program';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import * as z from 'zod';
import { freePort } from '../../testing/free-port.mjs';
import { ALERTS_FILE, alerts, dashboardQueries } from './monitoring.ts';

const TOKEN = 'a-token-of-20-letters';
const TWILIO = {
  TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'an auth token',
  TWILIO_API_KEY: `SK${'b'.repeat(32)}`,
  TWILIO_API_SECRET: 'an API secret',
};
const PUSHER = { PUSHER_APP_ID: '7', PUSHER_KEY: 'a-key', PUSHER_SECRET: 'a secret' };
/** Enough for rates, and for each rule to see them. */
const SCRAPES = 5;

const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;
if (!hasPrometheus) console.log('Prometheus isn’t installed (Debian: prometheus): it wasn’t tried.');

const Config = z.strictObject({
  global: z.strictObject({ evaluation_interval: z.string() }),
  rule_files: z.tuple([z.string()]),
  scrape_configs: z.tuple([
    z.strictObject({
      job_name: z.string(),
      scrape_interval: z.string(),
      authorization: z.strictObject({ credentials_file: z.string() }),
      static_configs: z.tuple([z.strictObject({ targets: z.array(z.string()) })]),
    }),
  ]),
});

/** The first block of code of the page. */
function documentedConfig() {
  const page = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8');
  const [block = ''] = /(?:^ {4}.*\n)+/m.exec(page) ?? [];
  return Config.parse(parse(block));
}

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(z.object({ name: z.string(), health: z.string(), lastEvaluation: z.string() })),
    }),
  ),
});
const Alerts = z.object({
  alerts: z.array(z.object({ labels: z.record(z.string(), z.string()), state: z.string() })),
});
const Result = z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) });

describe.skipIf(!hasPrometheus)('a Prometheus that reads a running server', () => {
  let folder = '';
  let programs: Program[] = [];
  let server: Program;
  let prometheus: ChildProcess | undefined;
  let url = '';

  async function ask<T>(path: string, answer: z.ZodType<T>): Promise<T> {
    const response = await fetch(`${url}/api/v1/${path}`);
    return z.object({ status: z.literal('success'), data: answer }).parse(await response.json()).data;
  }
  const query = async (text: string) =>
    (await ask(`query?query=${encodeURIComponent(text)}`, Result)).result.map(({ value }) =>
      Number(value[1]),
    );
  const activeAlerts = async () =>
    (await ask('alerts', Alerts)).alerts.map(({ labels, state }) => ({ ...labels, state }));

  async function startServer(): Promise<Program> {
    const voice = await startProgram('voice', {
      environment: { ...TWILIO, VOICE_PORT: '0', VOICE_DATA: join(folder, 'voice') },
    });
    programs = [voice];
    const realtime = await startProgram('realtime', { environment: { ...PUSHER, REALTIME_PORT: '0' } });
    programs.push(realtime);
    const started = await startProgram('server', {
      environment: {
        ...TWILIO,
        ...PUSHER,
        SERVER_PORT: '0',
        PUBLIC_URL: 'http://localhost:8080',
        OFFHOOK_DATA: join(folder, 'data'),
        DATABASE_TEMPLATE: join(process.env['OFFHOOK_PROGRAMS'] ?? '', 'template'),
        OFFHOOK_DEMO: '0',
        METRICS_TOKEN: TOKEN,
        VOICE_URL: `http://127.0.0.1:${voice.port}`,
        VOICE_CHUNDERW: `127.0.0.1:${voice.port}`,
        PUSHER_HOST: '127.0.0.1',
        PUSHER_PORT: String(realtime.port),
        REALTIME_EMBEDDED: '1',
        DRAIN_NOTICE_SECONDS: '0',
      },
    });
    programs.push(started);
    return started;
  }

  /** Only what is of an installation differs from the page: paths, addresses, and how often servers are read and rules evaluated. */
  function writeConfig(): string {
    const documented = documentedConfig();
    const [scrape] = documented.scrape_configs;
    writeFileSync(join(folder, 'token'), TOKEN);
    const config = {
      ...documented,
      global: { evaluation_interval: '1s' },
      rule_files: [fileURLToPath(ALERTS_FILE)],
      scrape_configs: [
        {
          ...scrape,
          scrape_interval: '1s',
          authorization: { credentials_file: join(folder, 'token') },
          static_configs: [{ targets: [`127.0.0.1:${server.port}`] }],
        },
      ],
    };
    const file = join(folder, 'prometheus.yml');
    writeFileSync(file, stringify(config));
    return file;
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'offhook-prometheus-'));
    server = await startServer();
    await vi.waitFor(
      async () => expect((await fetch(`http://127.0.0.1:${server.port}/readyz`)).status).toBe(200),
      { timeout: 120_000, interval: 100 },
    );
    const address = `127.0.0.1:${await freePort()}`;
    url = `http://${address}`;
    const settings = [
      `--config.file=${writeConfig()}`,
      `--storage.tsdb.path=${join(folder, 'tsdb')}`,
      `--web.listen-address=${address}`,
      '--log.level=warn',
    ];
    prometheus = spawn('prometheus', settings, { stdio: ['ignore', 'inherit', 'inherit'] });
    await vi.waitFor(async () => expect(await query('up')).toEqual([1]), { timeout: 120_000, interval: 100 });
  });
  afterAll(async () => {
    const ended = prometheus && new Promise((resolve) => prometheus?.once('exit', resolve));
    prometheus?.kill('SIGTERM');
    await ended;
    for (const program of programs.reverse()) await program.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('the server is up, and no alert is pending or firing', async () => {
    await vi.waitFor(
      async () => expect(await query(`count_over_time(up{job="offhook"}[5m]) > ${SCRAPES}`)).toHaveLength(1),
      { timeout: 120_000, interval: 200 },
    );
    const since = Date.now();
    const rules = await vi.waitFor(
      async () => {
        const { groups } = await ask('rules', Rules);
        const all = groups.flatMap((group) => group.rules);
        for (const rule of all) expect(Date.parse(rule.lastEvaluation)).toBeGreaterThan(since);
        return all;
      },
      { timeout: 120_000, interval: 200 },
    );
    expect(rules.map(({ name }) => name).sort()).toEqual(alerts.map(({ alert }) => alert).sort());
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
    expect(await query('min(offhook_ready)')).toEqual([1]);
    expect(await activeAlerts()).toEqual([]);
  });

  it.each(dashboardQueries)('Prometheus accepts %s', async (_title, text) => {
    const filled = text
      .replaceAll('$job', 'offhook')
      .replaceAll('$__rate_interval', '1m')
      .replaceAll('$__range', '1h');
    expect(filled).not.toContain('$');
    await expect(query(filled)).resolves.toBeInstanceOf(Array);
  });

  it('a stopped server fires OffhookDown, and nothing else', async () => {
    await server.stop('SIGTERM');
    const down = {
      alertname: 'OffhookDown',
      job: 'offhook',
      instance: `127.0.0.1:${server.port}`,
      severity: 'critical',
    };
    await vi.waitFor(async () => expect(await activeAlerts()).toEqual([{ ...down, state: 'firing' }]), {
      timeout: 240_000,
      interval: 500,
    });
    // The alert fires only after a minute, which is already the usual limit of a test.
  }, 300_000);
});
