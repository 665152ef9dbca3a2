import type { Logger } from 'pino';
import { relyingParty } from '../../accounts/core/second-factor.ts';
import { createPictures } from '../../accounts/pictures/pictures.ts';
import { createOwnFactors } from '../../accounts/second-factor/own-factors.ts';
import { createSecondStep } from '../../accounts/second-factor/second-step.ts';
import { createLogin } from '../../accounts/sign-in/login.ts';
import { createOwnPassword } from '../../accounts/sign-in/own-password.ts';
import { createGoogleLogin } from '../../accounts/sign-in/providers/google-login.ts';
import type { OpenId } from '../../accounts/sign-in/providers/openid.ts';
import type { Sessions } from '../../accounts/sign-in/sessions.ts';
import type { UserDeps } from '../../accounts/sign-in/user.ts';
import { createSignInLinks } from '../../accounts/sign-in-links/sign-in-links.ts';
import { createIssuers } from '../../accounts/single-sign-on/issuers.ts';
import { createOrganizationLogin } from '../../accounts/single-sign-on/organization-login.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { RealtimeAuth } from '../../platform/realtime/realtime-auth.ts';
import type { StoredSecrets } from '../../platform/secrets/stored-secrets.ts';
import { createSafeHttp, type SafeHttp } from '../../platform/telephony/safe-http.ts';
import { createExternalRecordings } from '../../recordings/external-links/external-recordings.ts';
import { createGreetings } from '../../recordings/greetings/greetings.ts';
import { createRecordingFiles } from '../../recordings/recording-files.ts';
import { createRecordingFolder } from '../../recordings/recording-folder.ts';
import { createRecordingAccess } from '../../recordings/recordings.ts';
import type { AgentConsoleDeps } from '../../routes.ts';
import { PUBLIC_URL } from '../world/edge.ts';
import { TEST_SECRETS } from './secrets.ts';

/** Recordings come from a folder; pictures from public addresses only, unless `http` allows more. */
export function createAgentConsoleDeps(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly realtimeAuth: RealtimeAuth;
  readonly recordingsFolder: string;
  readonly http?: SafeHttp;
}): AgentConsoleDeps {
  const { recordingsFolder, http = createSafeHttp(false), ...rest } = deps;
  const files = createRecordingFiles({ folder: createRecordingFolder(recordingsFolder), s3: null, keys: [] });
  return {
    ...rest,
    recordings: createRecordingAccess({ ...rest, files }),
    externalRecordings: createExternalRecordings({
      ...rest,
      files,
      realtime: { callUpdated: () => undefined },
    }),
    greetings: createGreetings({ ...rest, files }),
    publicUrl: PUBLIC_URL,
    pictures: createPictures({ db: deps.db, http }),
  };
}

const SILENT = {
  statusUpdated: () => undefined,
  agentUpdated: () => undefined,
  settingsUpdated: () => undefined,
};

export function createUserDeps(options: {
  readonly db: Database;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly pageOrigins?: readonly string[];
  readonly openId?: OpenId | null;
  readonly realtime?: UserDeps['realtime'];
  readonly sendsMail?: boolean;
  /** Default: private addresses are refused. */
  readonly http?: SafeHttp;
  readonly onEffectsScheduled?: () => void;
  readonly secrets?: StoredSecrets;
}) {
  const deps = { secrets: TEST_SECRETS, ...options };
  const { pageOrigins = [], openId = null, realtime = SILENT, sendsMail = false } = deps;
  const party = relyingParty(deps.publicUrl);
  const issuers = createIssuers({ ...deps, http: deps.http ?? createSafeHttp(false) });
  return {
    ...deps,
    realtime,
    login: createLogin(deps),
    google: createGoogleLogin({ ...deps, secret: 'a secret', pageOrigins, openId }),
    organization: createOrganizationLogin({ ...deps, secret: 'a secret', pageOrigins, issuers }),
    ownPassword: createOwnPassword(deps),
    links: createSignInLinks({ ...deps, sendsMail }),
    pageOrigins,
    secondStep: createSecondStep({ ...deps, party }),
    ownFactors: createOwnFactors({ ...deps, party }),
  };
}
