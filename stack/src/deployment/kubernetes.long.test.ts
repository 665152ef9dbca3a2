/** The manifests against the published types of Kubernetes, the settings that exist, and the image. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readConfig } from '@offhook/server/platform/process/config';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { readSettings } from '../../../realtime/src/config.ts';
import { ALERTS_FILE, alerts } from './monitoring.ts';
import { findTypeErrors } from './type-check.ts';

const FOLDER = new URL('../../../deploy/kubernetes/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, FOLDER), 'utf8');

interface Container {
  readonly command?: readonly string[];
  readonly ports: readonly { readonly containerPort: number }[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Record<string, string>;
  readonly stringData?: Record<string, string>;
  readonly spec?: {
    readonly template?: {
      readonly spec: {
        readonly containers: readonly Container[];
        readonly terminationGracePeriodSeconds?: number;
      };
    };
  };
}

/** Its type isn't Kubernetes': below, a test of its own. */
const MONITOR = 'service-monitor.yaml';
const manifests = readdirSync(FOLDER)
  .filter((file) => file !== 'kustomization.yaml' && file !== MONITOR)
  .flatMap((file) => parseAllDocuments(read(file)).map((one) => one.toJS() as Manifest));
const find = (kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name);

function typed(value: Manifest) {
  const group = value.apiVersion.includes('/') ? value.apiVersion : `core/${value.apiVersion}`;
  const from = `kubernetes-types/${group.replace('.k8s.io', '')}`;
  return { name: `${value.kind} ${value.metadata.name}`, from, type: value.kind, value };
}

it('the manifests have the fields of Kubernetes, and a planted wrong one is found', () => {
  expect(manifests.length).toBeGreaterThan(10);
  expect(findTypeErrors(manifests.map(typed))).toEqual([]);
  const deployment = find('Deployment', 'server');
  if (!deployment) throw new Error('no deployment of the server');
  const planted = { ...deployment, spec: { ...deployment.spec, replica: 2 } };
  expect(findTypeErrors([typed(planted)]).join()).toContain('replica');
});

it('the server and the realtime service accept the settings, and have all of them', () => {
  const server = {
    ...find('ConfigMap', 'offhook')?.data,
    ...find('Secret', 'offhook')?.stringData,
    ...find('Secret', 'offhook-realtime')?.stringData,
  };
  const known = read('../../stack/promises/environment.txt');
  const container = find('Deployment', 'realtime')?.spec?.template?.spec.containers[0];
  const realtime = Object.fromEntries(container?.env?.map(({ name, value }) => [name, value]) ?? []);
  for (const name of [...Object.keys(server), ...Object.keys(realtime)])
    expect(known).toMatch(new RegExp(`\\b${name}\\b`));
  const { drainMs, drainNoticeMs, recordings } = readConfig(server);
  expect(recordings.s3?.bucket).toBe('offhook-recordings');
  const grace = find('Deployment', 'server')?.spec?.template?.spec.terminationGracePeriodSeconds ?? 30;
  expect(grace * 1_000).toBeGreaterThan(drainMs);
  expect(drainMs).toBeGreaterThan(drainNoticeMs);
  expect(readSettings([], { ...realtime, ...find('Secret', 'offhook-realtime')?.stringData })).toMatchObject({
    host: '0.0.0.0',
    port: container?.ports[0]?.containerPort,
  });
});

it('ports and commands are those of the image', () => {
  const dockerfile = read('../../Dockerfile');
  const server = find('Deployment', 'server')?.spec?.template?.spec.containers[0];
  expect(dockerfile).toContain(`EXPOSE ${server?.ports[0]?.containerPort}`);
  const realtime = find('Deployment', 'realtime')?.spec?.template?.spec.containers[0];
  expect(realtime?.command).toEqual(
    (parse(read('../../compose.yaml')) as { services: { realtime: Container } }).services.realtime.command,
  );
});

const Monitor = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    jobLabel: z.string(),
    endpoints: z.tuple([
      z.object({
        port: z.string(),
        authorization: z.object({ credentials: z.object({ name: z.string(), key: z.string() }) }),
      }),
    ]),
  }),
});
const Service = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()) }),
  spec: z.object({ ports: z.array(z.object({ name: z.string() })) }),
});

it('the ServiceMonitor finds the servers, their port and the token, and names the job as the alerts expect', () => {
  const { spec } = Monitor.parse(parse(read(MONITOR)));
  const [{ port, authorization }] = spec.endpoints;
  const services = manifests
    .filter(({ kind }) => kind === 'Service')
    .map((service) => Service.parse(service))
    .filter(({ metadata: { labels } }) =>
      Object.entries(spec.selector.matchLabels).every(([name, value]) => labels[name] === value),
    );
  expect(services).toEqual([Service.parse(find('Service', 'server'))]);
  expect(services[0]?.spec.ports).toEqual([{ name: port }]);
  const { name, key } = authorization.credentials;
  expect(Object.keys(find('Secret', name)?.stringData ?? {})).toContain(key);
  const [, jobs = ''] =
    /job=~"([^"]+)"/.exec(alerts.find(({ alert }) => alert === 'OffhookDown')?.expr ?? '') ?? [];
  expect(services[0]?.metadata.labels[spec.jobLabel]).toMatch(new RegExp(`^(?:${jobs})$`));
});

it('the command of docs/kubernetes.md turns the alerts into a rule of the Prometheus operator', () => {
  const [, command = ''] =
    /^ {4}(\{ printf .*) \| kubectl -n offhook apply -f -$/m.exec(read('../../docs/kubernetes.md')) ?? [];
  const cwd = fileURLToPath(new URL('../..', FOLDER));
  expect(parse(execFileSync('sh', ['-c', command], { cwd, encoding: 'utf8' }))).toEqual({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'offhook' },
    spec: parse(readFileSync(ALERTS_FILE, 'utf8')),
  });
});

it('kustomization.yaml lists every manifest except the example of the secret and the ServiceMonitor', () => {
  const { resources } = parse(read('kustomization.yaml')) as { resources: string[] };
  const files = readdirSync(FOLDER).filter(
    (file) => !/^(kustomization|secret\.example|service-monitor)\.yaml$/.test(file),
  );
  expect([...resources].sort()).toEqual(files.sort());
});
