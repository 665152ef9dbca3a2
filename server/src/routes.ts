/** Every route of the server: in one list, so that what tests ask of all routes is asked of all that there are. */

import { type UserParts, userRoutes } from './accounts/sign-in/user.ts';
import { callRoutes } from './call-routes.ts';
import type { QualityIntake } from './calls/call-quality.ts';
import { qualityRoutes } from './calls/quality.ts';
import type { Console } from './console-operations.ts';
import { demoRoutes } from './demo/demo.ts';
import type { DemoNetwork } from './demo/demo-network.ts';
import type { Desk } from './desk.ts';
import { deskRoutes } from './desk-routes.ts';
import type { DoNotCallFiles } from './leads/do-not-call-files.ts';
import { doNotCallFileRoutes } from './leads/do-not-call-files-route.ts';
import type { Health } from './platform/http/health/health.ts';
import { healthRoutes, readinessRoutes } from './platform/http/health/health-route.ts';
import { metricsRoutes } from './platform/http/health/metrics.ts';
import type { Readiness } from './platform/http/health/readiness.ts';
import { consoleRoutes } from './platform/http/pages/console-route.ts';
import { docsRoutes } from './platform/http/pages/docs.ts';
import { consolePageRoutes, pageRoutes } from './platform/http/pages/page.ts';
import type { Api } from './platform/http/route.ts';
import type { Config } from './platform/process/config.ts';
import { type RealtimeWebhooksParts, realtimeWebhooks } from './presence/realtime-webhooks.ts';
import type { CallControl } from './server.ts';

export interface EveryRouteParts {
  readonly user: UserParts;
  readonly desk: Desk;
  readonly quality: QualityIntake;
  readonly console: Console;
  readonly control: CallControl;
  readonly realtime: RealtimeWebhooksParts;
  readonly doNotCall: DoNotCallFiles;
  readonly health: Health;
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: {
    /** Who shows it may read them; empty: this machine alone. */
    readonly token: string;
    readonly read: () => Promise<{ readonly type: string; readonly body: string }>;
  };
  /** null: the server has no pages. */
  readonly pages: Config | null;
  /** null: this is no demo. */
  readonly demo: DemoNetwork | null;
}

/** For `buildApp`'s list of what to register. */
export function everyRoute(parts: EveryRouteParts): readonly ((api: Api) => unknown)[] {
  const { pages, demo } = parts;
  return [
    // First: it describes the routes that come after it.
    (api) => docsRoutes(api, parts.user.publicUrl),
    (api) => userRoutes(api, parts.user),
    (api) => deskRoutes(api, parts.desk),
    (api) => qualityRoutes(api, parts.quality),
    (api) => consoleRoutes(api, parts.console),
    callRoutes(parts.control),
    (api) => doNotCallFileRoutes(api, { files: parts.doNotCall, control: parts.control }),
    (api) => realtimeWebhooks(api.server, parts.realtime),
    (api) => healthRoutes(api, parts.health),
    (api) => readinessRoutes(api, parts.readiness),
    (api) => metricsRoutes(api, parts.metrics.token, parts.metrics.read),
    (api) => pages !== null && pageRoutes(api, pages),
    (api) => pages !== null && consolePageRoutes(api, pages),
    (api) => demo !== null && demoRoutes(api.server, demo, parts.user.publicUrl),
  ];
}
