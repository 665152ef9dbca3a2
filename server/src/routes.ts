/** All routes are in one list, so that tests that cover every route can't miss one. */

import type { Pictures } from './accounts/pictures/pictures.ts';
import { pictureRoutes } from './accounts/pictures/pictures-route.ts';
import { callerIdRoutes } from './accounts/settings/numbers/caller-ids-route.ts';
import { type UserDeps, userRoutes } from './accounts/sign-in/user.ts';
import { ownStatusRoutes } from './accounts/status/own-status-route.ts';
import type { Console } from './administration/console.ts';
import { consoleRoutes } from './administration/console-route.ts';
import type { CallQualityDeps } from './calls/call-quality.ts';
import { callRoutes } from './calls/calls-route.ts';
import { inCallRoutes } from './calls/in-call/in-call-route.ts';
import { telephonyWebhooks } from './calls/legs/telephony-webhooks.ts';
import { qualityRoutes } from './calls/quality-route.ts';
import { resultRoutes } from './calls/results/results-route.ts';
import { endLeftSupervision, findCallToResume } from './calls/rings/resume.ts';
import { demoRoutes } from './demo/demo.ts';
import type { DemoNetwork } from './demo/simulated-network.ts';
import { crmLeadRoutes } from './intake/crm/crm-leads-route.ts';
import { consoleImportRoutes } from './intake/imports/console-imports-route.ts';
import { leadImportRoutes } from './intake/imports/lead-imports-route.ts';
import { leadRoutes } from './intake/leads-route.ts';
import { requestedCallRoutes } from './intake/requested-calls-route.ts';
import { webFormRoutes } from './intake/web-forms/web-forms-route.ts';
import { callableRoutes } from './leads/callable-route.ts';
import type { DoNotCallFiles } from './leads/do-not-call/do-not-call-files.ts';
import { doNotCallFileRoutes } from './leads/do-not-call/do-not-call-files-route.ts';
import { callbackRoutes } from './leads/scheduled-calls/callbacks-route.ts';
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
import { type RealtimeWebhooksDeps, realtimeWebhooks } from './presence/realtime-webhooks.ts';
import { teamRoutes } from './presence/teams-route.ts';
import { externalLinkRoutes } from './recordings/external-links/external-links-route.ts';
import type { ExternalRecordings } from './recordings/external-links/external-recordings.ts';
import type { Greetings } from './recordings/greetings/greetings.ts';
import { greetingRoutes } from './recordings/greetings/greetings-route.ts';
import type { RecordingAccess } from './recordings/recordings.ts';
import { recordingRoutes } from './recordings/recordings-route.ts';
import { exportRoutes } from './reports/export/export-route.ts';
import { historyRoutes } from './reports/history-route.ts';
import { findLeadsRoutes } from './reports/lead-search/find-leads-route.ts';
import { leadStoryRoutes } from './reports/lead-story-route.ts';
import { ownDayRoutes } from './reports/own-day-route.ts';
import { routingRoutes } from './reports/routing-route.ts';
import type { RouteDeps } from './work.ts';

export function workRoutes(api: Api, deps: RouteDeps): void {
  callRoutes(api, deps);
  ownStatusRoutes(api, deps);
  presenceRoutes(api, deps, {
    findCallToResume: (report, at) => findCallToResume(deps, report, at),
    endLeftSupervision: (report, at) => endLeftSupervision(deps, report, at),
  });
  leadRoutes(api, deps);
  crmLeadRoutes(api, deps);
  webFormRoutes(api, deps);
  leadImportRoutes(api, deps);
  consoleImportRoutes(api, deps);
  inCallRoutes(api, deps);
  requestedCallRoutes(api, deps);
  callbackRoutes(api, deps);
  messageRoutes(api, deps);
  telephonyWebhooks(api.server, deps);
}

export interface AgentConsoleDeps extends DatabaseAndClock {
  readonly realtimeAuth: RealtimeAuth;
  readonly recordings: RecordingAccess;
  readonly externalRecordings: ExternalRecordings;
  readonly greetings: Greetings;
  readonly publicUrl: string;
  readonly pictures: Pictures;
}

export function agentConsoleRoutes(api: Api, deps: AgentConsoleDeps): void {
  historyRoutes(api, deps);
  ownDayRoutes(api, deps);
  leadStoryRoutes(api, deps);
  findLeadsRoutes(api, deps);
  agentRoutes(api, deps);
  teamRoutes(api, deps);
  callerIdRoutes(api, deps.db);
  callableRoutes(api, deps);
  routingRoutes(api, deps.db);
  exportRoutes(api, deps);
  resultRoutes(api, deps);
  recordingRoutes(api, deps.recordings);
  externalLinkRoutes(api, deps.externalRecordings, deps.publicUrl);
  greetingRoutes(api, deps.greetings);
  pictureRoutes(api, deps.pictures);
  realtimeAuthRoutes(api, deps.realtimeAuth);
  debugRoutes(api);
}

export interface AllRoutesDeps {
  readonly user: UserDeps;
  readonly agentConsole: AgentConsoleDeps;
  readonly quality: CallQualityDeps;
  readonly console: Console;
  readonly work: RouteDeps;
  readonly realtime: RealtimeWebhooksDeps;
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

export function allRoutes(deps: AllRoutesDeps): readonly ((api: Api) => unknown)[] {
  const { pages, demo } = deps;
  return [
    // First, because it describes the routes registered after it.
    (api) => docsRoutes(api, deps.user.publicUrl),
    (api) => userRoutes(api, deps.user),
    (api) => agentConsoleRoutes(api, deps.agentConsole),
    (api) => qualityRoutes(api, deps.quality),
    (api) => consoleRoutes(api, deps.console),
    (api) => workRoutes(api, deps.work),
    (api) => doNotCallFileRoutes(api, { files: deps.doNotCall, db: deps.work.db }),
    (api) => realtimeWebhooks(api.server, deps.realtime),
    (api) => healthRoutes(api, deps.health),
    (api) => readinessRoutes(api, deps.readiness),
    (api) => metricsRoutes(api, deps.metrics.token, deps.metrics.read),
    (api) => pages !== null && pageRoutes(api, pages),
    (api) => pages !== null && consolePageRoutes(api, pages),
    (api) => demo !== null && demoRoutes(api.server, demo, deps.user.publicUrl),
  ];
}
