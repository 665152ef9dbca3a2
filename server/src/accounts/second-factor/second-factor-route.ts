import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Session } from '../../platform/http/caller.ts';
import { type Api, type RouteRequest, route } from '../../platform/http/route.ts';
import type { RelyingParty } from '../core/second-factor.ts';
import type { SessionCookie } from '../sign-in/session-cookie.ts';
import type { Sessions } from '../sign-in/sessions.ts';
import type { Confirmation, FactorAdded, OwnFactors } from './own-factors.ts';
import { endOwnSessions, readOwnSecurity } from './own-security.ts';
import type { SecondStep, SignedIn } from './second-step.ts';
import type { StepCookie } from './step-cookie.ts';

export interface SecondFactorDeps extends DatabaseAndClock {
  readonly sessions: Sessions;
  readonly secondStep: SecondStep;
  readonly ownFactors: OwnFactors;
  readonly party: RelyingParty | null;
  readonly onEffectsScheduled?: () => void;
}

type Reply = RouteRequest<'readSecondStep'>['reply'];
interface AnyRequest {
  readonly reply: Reply;
  readonly address: string;
}

export function secondFactorRoutes(
  api: Api,
  deps: SecondFactorDeps,
  { cookie, step }: { readonly cookie: SessionCookie; readonly step: StepCookie },
): void {
  const { sessions, secondStep, ownFactors, party } = deps;
  const done = { success: true } as const;
  const passkeys_at = party?.origin ?? null;

  const clientOf = ({ reply, address }: AnyRequest) => ({
    userAgent: reply.request.headers['user-agent'] ?? '',
    address,
  });
  const stepOf = ({ reply }: AnyRequest) => step.read(reply.request);
  function callerOf<S extends Session | null>(request: AnyRequest & { readonly session: S }) {
    return { session: request.session, stepCookie: stepOf(request), client: clientOf(request) };
  }

  function signIn({ reply }: AnyRequest, { session, page }: SignedIn) {
    cookie.set(reply, session);
    step.clear(reply);
    return { csrf_token: sessions.csrfToken(session), page };
  }

  const added = (request: AnyRequest, { recoveryCodes, signedIn }: FactorAdded) => ({
    ...done,
    recovery_codes: recoveryCodes && [...recoveryCodes],
    signed_in: signedIn && signIn(request, signedIn),
  });

  route(api, 'readSecondStep', async (request) => ({
    ...done,
    ...(await secondStep.read(stepOf(request))),
    passkeys_at,
  }));
  route(api, 'verifyCode', async (request) => {
    const signedIn = await secondStep.verifyCode(stepOf(request), request.body.code, clientOf(request));
    request.log.info({ by: 'second factor' }, 'logged in');
    return { ...done, ...signIn(request, signedIn) };
  });
  route(api, 'askForPasskey', async (request) => ({
    ...done,
    options: { ...(await secondStep.askForPasskey(stepOf(request))) },
  }));
  route(api, 'askForAnyPasskey', async ({ reply, address }) => {
    const asked = await secondStep.askForAnyPasskey(address);
    step.set(reply, asked.step);
    return { ...done, options: { ...asked.options } };
  });
  route(api, 'verifyPasskey', async (request) => {
    const { response } = request.body;
    const signedIn = await secondStep.verifyPasskey(stepOf(request), response, clientOf(request));
    request.log.info({ by: 'passkey' }, 'logged in');
    return { ...done, ...signIn(request, signedIn) };
  });

  route(api, 'startTotp', async (request) => ({
    ...done,
    ...(await ownFactors.startTotp(callerOf(request))),
  }));
  route(api, 'addTotp', async (request) =>
    added(request, await ownFactors.addTotp(callerOf(request), request.body.code)),
  );
  route(api, 'startPasskey', async (request) => ({
    ...done,
    options: { ...(await ownFactors.startPasskey(callerOf(request))) },
  }));
  route(api, 'addPasskey', async (request) => {
    const { response, name } = request.body;
    return added(request, await ownFactors.addPasskey(callerOf(request), response, name));
  });

  route(api, 'readSecurity', async ({ session }) => ({
    ...done,
    ...(await readOwnSecurity(deps, session)),
    confirmed_until: toText(await ownFactors.confirmedUntil(session)),
    passkeys_at,
  }));
  route(api, 'askToConfirm', async (request) => ({
    ...done,
    options: { ...(await ownFactors.askToConfirm(callerOf(request))) },
  }));
  route(api, 'confirmUser', async (request) => {
    const until = await ownFactors.confirm(callerOf(request), toConfirmation(request.body));
    return { ...done, confirmed_until: new Date(until).toISOString() };
  });
  route(api, 'renamePasskey', async (request) => {
    await ownFactors.renamePasskey(callerOf(request), request.params.id, request.body.name);
    return done;
  });
  route(api, 'removePasskey', async (request) => ({
    ...done,
    ended: await ownFactors.removePasskey(callerOf(request), request.params.id),
  }));
  route(api, 'removeTotp', async (request) => ({
    ...done,
    ended: await ownFactors.removeTotp(callerOf(request)),
  }));
  route(api, 'replaceRecoveryCodes', async (request) => ({
    ...done,
    recovery_codes: await ownFactors.replaceRecoveryCodes(callerOf(request)),
  }));

  route(api, 'endOwnSession', async ({ session, body }) => {
    const ended = await endOwnSessions(deps, session, body.session);
    deps.onEffectsScheduled?.();
    return { ...done, ended };
  });
}

const toText = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** @throws ApiError badInput */
function toConfirmation({ password, code, response }: RouteRequest<'confirmUser'>['body']): Confirmation {
  if (password !== undefined) return { password };
  if (code !== undefined) return { code };
  if (response !== undefined) return { response };
  throw new ApiError('badInput');
}
