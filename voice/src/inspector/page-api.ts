import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { controlSchema, performControl } from '../lab/controls.ts';
import type { LabDeps } from '../lab/deps.ts';
import { applyImpairment, impairmentSchema } from '../lab/network-impairment.ts';
import type { Credentials } from '../rest/api.ts';
import { sendRecording } from '../rest/recording-media.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import type { PageRequest } from './core/page-access.ts';
import type { PageAccount } from './core/page-account.ts';
import { EventStream } from './event-stream.ts';
import type { Inspector } from './inspector.ts';
import { pageFiles } from './page-files.ts';
import type { PageGuard } from './page-guard.ts';
import { replayWebhook } from './replay.ts';

export interface PageDeps {
  readonly inspector: Inspector;
  readonly lab: LabDeps;
  readonly webhook: Webhook;
  readonly credentials: Credentials;
  readonly applicationSid: string;
  readonly guard: PageGuard;
  /** Folder of the built page. */
  readonly folder: string;
}

const replaySchema = z.object({ sid: z.string(), entry: z.number().int() });
const BODY_LIMIT = 16 * 1024;

/** The page at `/` and what it asks for. */
export async function inspectorPage(app: FastifyInstance, deps: PageDeps): Promise<void> {
  await scope(app, 'page', deps.guard, (page) => pageFiles(page, deps.folder));
  await scope(app, 'read', deps.guard, (page) => readRoutes(page, deps));
  await scope(app, 'act', deps.guard, (page) => actRoutes(page, deps));
}

async function scope(
  app: FastifyInstance,
  kind: PageRequest,
  guard: PageGuard,
  addRoutes: (page: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (page) => {
    page.addHook('onRequest', async (request, reply) => {
      const denial = guard(kind, request.headers);
      if (!denial) return;
      if (denial.status === 401) reply.header('www-authenticate', 'Basic realm="offhook-voice"');
      return reply.code(denial.status).send({ error: denial.error });
    });
    addRoutes(page);
  });
}

function readRoutes(page: FastifyInstance, deps: PageDeps): void {
  const { inspector, credentials, applicationSid, lab } = deps;
  const stream = new EventStream(inspector);
  page.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  page.get('/inspector/state', async () => inspector.log);
  page.get('/inspector/events', (_request, reply) => {
    if (!stream.open(reply)) void reply.code(503).send({ error: 'too many open pages' });
  });
  page.get('/inspector/account', async (): Promise<PageAccount> => {
    const { accountSid, authToken, apiKey, apiSecret } = credentials;
    const numbers = lab.store.numbers.list().map(({ phoneNumber }) => phoneNumber);
    return { accountSid, authToken, apiKey, apiSecret, applicationSid, numbers: [...numbers].reverse() };
  });
  page.get('/inspector/recordings/:sid', async (request, reply) => {
    const { sid } = z.object({ sid: z.string() }).parse(request.params);
    const recording = lab.store.recordings.get(sid);
    if (!recording) return reply.code(404).send({ error: 'no such recording' });
    const isStereo = recording.channels === 2;
    return sendRecording(reply, lab.store.recordingPath(sid), isStereo, request.headers.range);
  });
}

function actRoutes(page: FastifyInstance, { inspector, lab, webhook }: PageDeps): void {
  const options = { bodyLimit: BODY_LIMIT };
  page.post('/inspector/controls', options, async (request, reply) => {
    const control = controlSchema.safeParse(request.body);
    if (!control.success) return reject(reply, 400, z.prettifyError(control.error));
    const result = await performControl(lab, control.data);
    return 'error' in result ? reject(reply, 409, result.error) : result;
  });
  page.post('/inspector/network', options, async (request, reply) => {
    const impairment = impairmentSchema.safeParse(request.body);
    if (!impairment.success) return reject(reply, 400, z.prettifyError(impairment.error));
    return { affected: await applyImpairment(lab, impairment.data) };
  });
  page.post('/inspector/replay', options, async (request, reply) => {
    const body = replaySchema.safeParse(request.body);
    if (!body.success) return reject(reply, 400, z.prettifyError(body.error));
    const failure = replayWebhook(inspector, webhook, body.data);
    if (failure === 'not-found') return reject(reply, 404, 'the log has no such webhook');
    if (failure === 'clipped') return reject(reply, 409, 'this webhook is too long for the log');
    return { success: true };
  });
  page.post('/inspector/clear', options, async () => {
    inspector.clear();
    return { success: true };
  });
  page.post('/inspector/test-call', options, async () => ({ call_sid: placeTestCall(lab) }));
}

const reject = (reply: FastifyReply, status: number, error: string) => reply.code(status).send({ error });

const TEST_CALL = `<Response>
  <Say>Hello from your own voice service. Press a key.</Say>
  <Gather numDigits="1" timeout="5"/>
  <Say>Goodbye.</Say>
</Response>`;

/** Calls a simulated phone, so that the page has something to show before there's an application. */
function placeTestCall({ exchange, directory }: LabDeps): string {
  const from = directory.callableNumbers()[0]?.phoneNumber ?? '+14155550199';
  return exchange.create({
    from,
    to: '+14155550106',
    callback: null,
    source: { kind: 'twiml', xml: TEST_CALL },
    invitation: null,
    ringMs: 60_000,
  }).call.sid;
}
