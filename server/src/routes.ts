/** All routes are in one list, so that tests of all routes miss none. */

import type { Pictures } from './accounts/pictures/pictures.ts';
import { pictureRoutes } from './accounts/pictures/pictures-route.ts';
import { callerIdRoutes } from './accounts/settings/caller-ids-route.ts';
import { type UserParts, userRoutes } from './accounts/sign-in/user.ts';
import type { Console } from './administration/console.ts';
import { consoleRoutes } from './administration/console-route.ts';
import type { CallQualityParts } from './calls/call-quality.ts';
import { callRoutes } from './calls/calls-route.ts';
import { inCallRoutes } from './calls/in-call/in-call-route.ts';
import { telephonyWebhooks } from './calls/legs/telephony-webhooks.ts';
import { qualityRoutes } from './calls/quality-route.ts';
import { resultRoutes } from './calls/results/results-route.ts';
import { findCallToResume } from './calls/rings/resume.ts';
import { demoRoutes } from './demo/demo.ts';
import type { DemoNetwork } from './demo/demo-network.ts';
import { crmLeadRoutes } from './intake/crm-leads-route.ts';
import { leadImportRoutes } from './intake/imports/lead-imports-route.ts';
import { leadRoutes } from './intake/leads-route.ts';
import { requestedCallRoutes } from './intake/requested-calls-route.ts';
import { callableRoutes } from './leads/callable-route.ts';
import type { DoNotCallFiles } from './leads/do-not-call-files.ts';
import { doNotCallFileRoutes } from './leads/do-not-call-files-route.ts';
import { messageRoutes } from './messages/messages-route.ts';
import type { DatabaseAndClock } from './platform/database/query-time.ts';
import { debugRoutes } from './platform/http/debug.ts';
import type { Health } from './platform/http/health/health.ts';
import { healthRoutes, readinessRoutes } from './platform/http/health/health-route.ts';
import { metricsRoutes } from './platform/http/health/metrics.ts';
import type { Readiness } from './platform/http/health/readiness.ts';
import { docsRoutes } from './platform/http/pages/docs.ts';
import { consolePageRoutes, pageRoutes } from './platform/http/pages/page.ts';
import type { Api } from './platform/http/route.ts';
import type { Config } from './platform/process/config.ts';
import type { RealtimeAuth } from './platform/realtime/realtime-auth.ts';
import { agentRoutes } from './presence/agents-route.ts';
import { presenceRoutes } from './presence/presence-route.ts';
import { realtimeAuthRoutes } from './presence/realtime-auth-route.ts';
import { type RealtimeWebhooksParts, realtimeWebhooks } from './presence/realtime-webhooks.ts';
import { teamRoutes } from './presence/teams-route.ts';
import type { RecordingAccess } from './recordings/recordings.ts';
import { recordingRoutes } from './recordings/recordings-route.ts';
import { historyRoutes } from './reports/history-route.ts';
import { routingRoutes } from './reports/routing-route.ts';
import type { RouteParts } from './work.ts';

export function workRoutes(api: Api, parts: RouteParts): void {
  callRoutes(api, parts);
  presenceRoutes(api, parts, (report, at) => findCallToResume(parts, report, at));
  leadRoutes(api, parts);
  crmLeadRoutes(api, parts);
  leadImportRoutes(api, parts);
  inCallRoutes(api, parts);
  requestedCallRoutes(api, parts);
  messageRoutes(api, parts);
  telephonyWebhooks(api.server, parts);
}

export interface AgentConsoleParts extends DatabaseAndClock {
  readonly realtimeAuth: RealtimeAuth;
  readonly recordings: RecordingAccess;
  readonly pictures: Pictures;
}

export function agentConsoleRoutes(api: Api, parts: AgentConsoleParts): void {
  historyRoutes(api, parts);
  agentRoutes(api, parts);
  teamRoutes(api, parts);
  callerIdRoutes(api, parts.db);
  callableRoutes(api, parts);
  routingRoutes(api, parts.db);
  resultRoutes(api, parts);
  recordingRoutes(api, parts.recordings);
  pictureRoutes(api, parts.pictures);
  realtimeAuthRoutes(api, parts.realtimeAuth);
  debugRoutes(api);
}

export interface AllRoutesParts {
  readonly user: UserParts;
  readonly agentConsole: AgentConsoleParts;
  readonly quality: CallQualityParts;
  readonly console: Console;
  readonly work: RouteParts;
  readonly realtime: RealtimeWebhooksParts;
  readonly doNotCall: DoNotCallFiles;
  readonly health: Health;
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: {
    readonly token: string;
    readonly read: () => Promise<{ readonly type: string; readonly body: string }>;
  };
  readonly pages: Config | null;
  readonly demo: DemoNetwork | null;
}

export function allRoutes(parts: AllRoutesParts): readonly ((api: Api) => unknown)[] {
  const { pages, demo } = parts;
  return [
    // First, because it describes the routes registered after it.
    (api) => docsRoutes(api, parts.user.publicUrl),
    (api) => userRoutes(api, parts.user),
    (api) => agentConsoleRoutes(api, parts.agentConsole),
    (api) => qualityRoutes(api, parts.quality),
    (api) => consoleRoutes(api, parts.console),
    (api) => workRoutes(api, parts.work),
    (api) => doNotCallFileRoutes(api, { files: parts.doNotCall, db: parts.work.db }),
    (api) => realtimeWebhooks(api.server, parts.realtime),
    (api) => healthRoutes(api, parts.health),
    (api) => readinessRoutes(api, parts.readiness),
    (api) => metricsRoutes(api, parts.metrics.token, parts.metrics.read),
    (api) => pages !== null && pageRoutes(api, pages),
    (api) => pages !== null && consolePageRoutes(api, pages),
    (api) => demo !== null && demoRoutes(api.server, demo, parts.user.publicUrl),
  ];
}
