/** The side bar by audience. A page that doesn't exist is left out, so that languages may have different pages. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pageOf, ROOT } from './links.ts';

type Group = readonly [title: string, pages: readonly (readonly [title: string, file: string])[]];

const ENGLISH: readonly Group[] = [
  [
    'Start',
    [
      ['Offhook', 'README.md'],
      ['The demo', 'docs/demo.md'],
      ['Status', 'docs/status.md'],
      ['Commands', 'docs/commands.md'],
    ],
  ],
  [
    'Use',
    [
      ['For agents', 'docs/guide/agents.md'],
      ['For supervisors', 'docs/guide/supervisors.md'],
      ['For administrators', 'docs/guide/administrators.md'],
      ['Browsers', 'docs/browsers.md'],
      ['Desktop app', 'desktop/README.md'],
      ['Reports', 'docs/reports.md'],
      ['Exports', 'docs/export.md'],
      ['Recordings', 'docs/recordings.md'],
      ['Consent and do-not-call', 'docs/consent.md'],
      ['Personal data', 'docs/privacy.md'],
      ['Troubleshooting', 'docs/troubleshooting.md'],
    ],
  ],
  [
    'Connect',
    [
      ['Connect your form', 'docs/connect-your-form.md'],
      ['API and webhooks', 'docs/webhooks.md'],
      ['CRM sync', 'docs/crm-sync.md'],
      ['Lead import', 'docs/lead-import.md'],
      ['Single sign-on', 'docs/single-sign-on.md'],
    ],
  ],
  [
    'Operate',
    [
      ['Deployment', 'docs/deploy.md'],
      ['Kubernetes', 'docs/kubernetes.md'],
      ['Settings', 'docs/settings.md'],
      ['Providers', 'docs/providers.md'],
      ['Several servers', 'docs/several-servers.md'],
      ['Upgrades', 'docs/upgrades.md'],
      ['Monitoring', 'docs/monitoring.md'],
      ['Metrics', 'docs/metrics.md'],
      ['Log', 'docs/logs.md'],
      ['Faults and recovery', 'docs/operations.md'],
      ['Security', 'SECURITY.md'],
    ],
  ],
  [
    'Develop',
    [
      ['Contributing', 'CONTRIBUTING.md'],
      ['Code of conduct', 'CODE_OF_CONDUCT.md'],
      ['Architecture', 'ARCHITECTURE.md'],
      ['Glossary', 'docs/glossary.md'],
      ['Decisions', 'docs/decisions/README.md'],
      ['Embedded services', 'docs/embedded-services.md'],
      ['Package offhook-voice', 'voice/package/README.md'],
      ['Package offhook-realtime', 'realtime/package/README.md'],
      ['Voice service', 'voice/README.md'],
      ['Differences from Twilio', 'voice/docs/differences.md'],
      ['Realtime service', 'realtime/README.md'],
    ],
  ],
];

const SPANISH: readonly Group[] = [
  ['Empezar', [['Offhook', 'docs/es/README.md']]],
  [
    'Usar',
    [
      ['Para agentes', 'docs/es/guide/agents.md'],
      ['Para supervisores', 'docs/es/guide/supervisors.md'],
      ['Para administradores', 'docs/es/guide/administrators.md'],
      ['Solución de problemas', 'docs/es/troubleshooting.md'],
    ],
  ],
  ['Conectar', [['Conectar tu formulario', 'docs/es/connect-your-form.md']]],
];

const addressOf = (file: string) => `/${pageOf(file) ?? ''}`.replace(/(index)?\.md$/, '');

const sideBar = (groups: readonly Group[]) =>
  groups.flatMap(([text, pages]) => {
    const items = pages
      .filter(([, file]) => existsSync(join(ROOT, file)))
      .map(([title, file]) => ({ text: title, link: addressOf(file) }));
    return items.length > 0 ? [{ text, items }] : [];
  });

export const sideBars = () => ({ english: sideBar(ENGLISH), spanish: sideBar(SPANISH) });
