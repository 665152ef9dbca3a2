/** Snapshots of the API and of the realtime messages. */
import { accountChannel, MESSAGES, settingsChannel, userChannel } from '@offhook/contract/realtime';
import '@offhook/i18n/english';
import { t as login } from '@offhook/i18n/login';
import numbers from '@offhook/i18n/numbers/en';
import { t } from '@offhook/i18n/phone';
import type { DemoNetwork } from '@offhook/server/demo/simulated-network';
import { type LeadBusy, leadBusySentence } from '@offhook/server/leads/core/lead-busy';
import { english } from '@offhook/server/platform/core/sentences';
import { API_ERRORS, ApiError, type ApiErrorCode } from '@offhook/server/platform/http/api-error';
import { openWholeApp } from '@offhook/server/testing/app/whole-app';
import { withEmbeddedDatabase } from '@offhook/server/testing/database/database';
import { testWorlds } from '@offhook/server/testing/world/world';
import { it } from 'vitest';
import * as z from 'zod/mini';
import { deviceError } from '../../softphone/src/core/line/device-errors.ts';
import { initialSession, session } from '../../softphone/src/core/session/session.ts';
import { expectSnapshot, sorted, sortedJson } from './snapshot.ts';

withEmbeddedDatabase('the API', (open) => {
  const openWorld = testWorlds(open);

  it('has the same OpenAPI description', async () => {
    const demo = {} as DemoNetwork;
    const { app } = await openWholeApp(await openWorld(), [], { demo });
    const response = await app.inject('/api/docs/json');
    await expectSnapshot('openapi.json', sortedJson(response.json()));
  });
});

it('has the same error codes, statuses and messages', async () => {
  const names = ['Ann Reyes', 'Ben Okafor', 'Cem Kaya', 'Dora Lind'];
  const namedBusy = (['talking', 'calling', 'ringing', 'requested'] as const).flatMap((kind): LeadBusy[] =>
    names.map((_, index) => ({ kind, names: names.slice(0, index + 1) })),
  );
  const otherBusy = (['own', 'voicemail', 'waiting', 'starting', 'ending'] as const).map((kind) => ({
    kind,
  }));
  const loginPageBanner = (code: string) => {
    const loaded = { type: 'pageLoaded', telUrl: null, storedCall: null } as const;
    const { state } = session(initialSession, { ...loaded, loginError: code });
    return 'banner' in state ? state.banner : null;
  };
  const codes = Array.from({ length: 40_000 }, (_, index) => 20_000 + index);
  await expectSnapshot(
    'errors.json',
    sortedJson({
      apiErrors: Object.fromEntries(
        Object.entries(API_ERRORS).map(([code, { status }]) => [
          code,
          { status, text: english(new ApiError(code as ApiErrorCode).sentence) },
        ]),
      ),
      withoutResponse: login('error.unknown'),
      onLoginPage: Object.fromEntries(
        ['an unknown code', ...Object.keys(API_ERRORS)].map((code) => [code, loginPageBanner(code)]),
      ),
      leadBusy: [...namedBusy, ...otherBusy].map((busy) => english(leadBusySentence(busy))),
      numbers: Object.fromEntries(
        Object.entries(numbers).map(([id, text]) => [id.replace('number.', ''), text]),
      ),
      device: {
        alerts: { connection: t('callFailure.connection'), microphone: t('callFailure.microphone') },
        reactions: Object.fromEntries(
          codes
            .map((code) => [code, deviceError(code).reaction] as const)
            .filter(([, reaction]) => reaction !== 'onlyListed'),
        ),
        otherwise: deviceError(0).reaction,
      },
    }),
  );
});

it('has the same realtime channels and events', async () => {
  const events = Object.entries(sorted(MESSAGES)).map(([name, schema]) => {
    const { properties = {} } = z.toJSONSchema(schema as z.ZodMiniType) as { properties?: object };
    return `event    ${name}  ${JSON.stringify(sorted({ ...properties }))}`;
  });
  const channels = [accountChannel(7), settingsChannel(7), userChannel(7)].map(
    (name) => `channel  ${name.replace('7', '{id}')}`,
  );
  await expectSnapshot('realtime-events.txt', [...channels, ...events].join('\n'));
});
