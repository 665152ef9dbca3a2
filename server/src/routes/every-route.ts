/** Every route of the server: in one list, so that what tests ask of all routes is asked of all that there are. */
import type { Config } from '../config.ts';
import type { Console } from '../services/administration/console.ts';
import type { CallControl } from '../services/call-control.ts';
import type { QualityIntake } from '../services/call-quality.ts';
import type { DemoNetwork } from '../services/demo-network.ts';
import type { Desk } from '../services/desk.ts';
import type { DoNotCallFiles } from '../services/do-not-call-files.ts';
import type { Health } from '../services/health.ts';
import type { Readiness } from '../services/readiness.ts';
import { type RealtimeWebhooksParts, realtimeWebhooks } from '../webhooks/realtime-webhooks.ts';
import { callRoutes } from './call-routes.ts';
import { consoleRoutes } from './console.ts';
import { demoRoutes } from './demo.ts';
import { deskRoutes } from './desk-routes.ts';
import { doNotCallFileRoutes } from './do-not-call-files.ts';
import { docsRoutes } from './docs.ts';
import { healthRoutes, readinessRoutes } from './health.ts';
import { metricsRoutes } from './metrics.ts';
import { consolePageRoutes, pageRoutes } from './page.ts';
import { qualityRoutes } from './quality.ts';
import type { Api } from './route.ts';
import { type UserParts, userRoutes } from './user.ts';

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
