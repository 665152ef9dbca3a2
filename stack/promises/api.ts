/** What clients of the API and of the realtime service rely on. */
import { UNKNOWN_ERROR_TEXT } from '@offhook/contract/errors';
import { type LeadBusy, leadBusyText } from '@offhook/contract/lead-busy';
import { NUMBER_PROBLEMS } from '@offhook/contract/phone-numbers/number-problems';
import { accountChannel, MESSAGES, userChannel } from '@offhook/contract/realtime';
import type { DemoNetwork } from '@offhook/server/demo/demo-network';
import { REFUSALS } from '@offhook/server/platform/http/refusal';
import { openWholeApp } from '@offhook/server/testing/app/whole-app';
import { withEmbeddedDatabase } from '@offhook/server/testing/database/database';
import { testWorlds } from '@offhook/server/testing/world/world';
import { it } from 'vitest';
import * as z from 'zod/mini';
import {
  CONNECTION_ALERT,
  deviceError,
  MICROPHONE_ALERT,
} from '../../softphone/src/core/line/device-errors.ts';
import { initialSession, session } from '../../softphone/src/core/session/session.ts';
import { hold, sorted, sortedJson } from './hold.ts';

withEmbeddedDatabase('the API', (open) => {
  const openWorld = testWorlds(open);

  it('describes itself as before', async () => {
    // Its routes are described, and none of them is asked.
    const demo = {} as DemoNetwork;
    const { app } = await openWholeApp(await openWorld(), [], { demo });
    const answer = await app.inject('/api/docs/json');
    await hold('openapi.json', sortedJson(answer.json()));
  });
});

it('refuses with the same codes, statuses and sentences', async () => {
  const names = ['Ann Reyes', 'Ben Okafor', 'Cem Kaya', 'Dora Lind'];
  const ofNames = (['talking', 'calling', 'ringing', 'requested'] as const).flatMap((kind): LeadBusy[] =>
    names.map((_, index) => ({ kind, names: names.slice(0, index + 1) })),
  );
  const ofKinds = (['own', 'voicemail', 'waiting', 'starting', 'ending'] as const).map((kind) => ({ kind }));
  /** What stands on the page of the login when it was left for another one and went wrong there. */
  const onLoginPage = (code: string) => {
    const loaded = { type: 'pageLoaded', telUrl: null, storedCall: null } as const;
    const { state } = session(initialSession, { ...loaded, loginError: code });
    return 'banner' in state ? state.banner : null;
  };
  const codes = Array.from({ length: 40_000 }, (_, index) => 20_000 + index);
  await hold(
    'errors.json',
    sortedJson({
      refusals: Object.fromEntries(
        Object.entries(REFUSALS).map(([code, { status, text }]) => [code, { status, text }]),
      ),
      withoutAnswer: UNKNOWN_ERROR_TEXT,
      onLoginPage: Object.fromEntries(
        ['of no table', ...Object.keys(REFUSALS)].map((code) => [code, onLoginPage(code)]),
      ),
      leadBusy: [...ofNames, ...ofKinds].map((busy) => leadBusyText(busy)),
      numbers: NUMBER_PROBLEMS,
      device: {
        alerts: { connection: CONNECTION_ALERT, microphone: MICROPHONE_ALERT },
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

it('tells open pages by the same channels and events', async () => {
  const events = Object.entries(sorted(MESSAGES)).map(([name, schema]) => {
    const { properties = {} } = z.toJSONSchema(schema as z.ZodMiniType) as { properties?: object };
    return `event    ${name}  ${JSON.stringify(sorted({ ...properties }))}`;
  });
  const channels = [accountChannel(7), userChannel(7)].map((name) => `channel  ${name.replace('7', '{id}')}`);
  await hold('realtime-events.txt', [...channels, ...events].join('\n'));
});
