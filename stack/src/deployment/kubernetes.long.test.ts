/** The manifests against the published types of Kubernetes, the settings that exist, and the image. */
import { readdirSync, readFileSync } from 'node:fs';
import { readConfig } from '@offhook/server/platform/process/config';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings } from '../../../realtime/src/config.ts';
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

const manifests = readdirSync(FOLDER)
  .filter((file) => file !== 'kustomization.yaml')
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

it('kustomization.yaml lists every manifest except the example of the secret', () => {
  const { resources } = parse(read('kustomization.yaml')) as { resources: string[] };
  const files = readdirSync(FOLDER).filter((file) => !/^(kustomization|secret\.example)\.yaml$/.test(file));
  expect([...resources].sort()).toEqual(files.sort());
});
