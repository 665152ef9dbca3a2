// Verifies every request's signature with another implementation than the client's; malformed or unsigned requests
// are rejected and recorded.

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import aws4 from 'aws4';
import type { S3Config } from '../../platform/process/recording-config.ts';
import { serve } from '../servers/local.ts';

// Suppresses the client's warning about future Node versions.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

export type S3Fault =
  /** 403. */
  | 'forbid'
  /** 500. */
  | 'fail'
  /** 503 SlowDown. */
  | 'slowDown'
  /** The request is performed, but the connection breaks before the response. */
  | 'loseResponse'
  /** The connection breaks in the middle of the response. */
  | 'cut'
  /** Never responds. */
  | 'hang';

export interface TestS3 {
  readonly config: S3Config;
  readonly files: Map<string, Buffer>;
  readonly journal: string[];
  readonly violations: string[];
  readonly faults: { readonly method: string; readonly fault: S3Fault }[];
  permanentFault: S3Fault | null;
}

const REGION = 'eu-test-1';
const BUCKET = 'recordings';
const KEYS = { accessKeyId: 'TESTKEY', secretAccessKey: 'a/secret+of=tests' };

export async function startTestS3(): Promise<TestS3> {
  const files = new Map<string, Buffer>();
  const journal: string[] = [];
  const violations: string[] = [];
  const faults: TestS3['faults'] = [];
  const endpoint = await serve((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? '';
    const url = new URL(request.url ?? '', 'http://s3.test');
    const name = decodeURIComponent(url.pathname.slice(`/${BUCKET}/`.length));
    journal.push([method, name, request.headers.range ?? ''].join(' ').trim());
    const body = await buffer(request);
    const wrong = findViolation(request, body);
    if (wrong !== null) {
      violations.push(`${method} ${name}: ${wrong}`);
      return answer(response, 403, 'SignatureDoesNotMatch', wrong);
    }
    const planned = faults.findIndex((one) => one.method === method);
    const fault = s3.permanentFault ?? (planned >= 0 ? faults.splice(planned, 1)[0]?.fault : undefined);
    if (fault === 'hang') return;
    if (fault === 'forbid') return answer(response, 403, 'AccessDenied', 'no');
    if (fault === 'fail') return answer(response, 500, 'InternalError', 'try again');
    if (fault === 'slowDown') return answer(response, 503, 'SlowDown', 'Please reduce your request rate.');
    const file = files.get(name);
    if (method === 'PUT') files.set(name, body);
    if (method === 'DELETE') files.delete(name);
    if (fault === 'loseResponse') return void request.socket.destroy();
    if (method === 'PUT') return void response.writeHead(200, { etag: '"x"' }).end();
    if (method === 'DELETE') return void response.writeHead(204).end();
    if (file === undefined)
      return answer(response, 404, method === 'HEAD' ? '' : 'NoSuchKey', 'there is no such key');
    if (method === 'HEAD') return void response.writeHead(200, { 'content-length': file.length }).end();
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined || Number(from) >= file.length)
      return answer(response, 416, 'InvalidRange', 'The requested range is not satisfiable');
    const part = file.subarray(Number(from), Number(to) + 1);
    const last = Number(from) + part.length - 1;
    response.writeHead(206, {
      'content-length': part.length,
      'content-range': `bytes ${from}-${last}/${file.length}`,
    });
    if (fault !== 'cut') return void response.end(part);
    response.write(part.subarray(0, Math.ceil(part.length / 2)), () => request.socket.destroy());
  }

  const s3: TestS3 = {
    config: { bucket: BUCKET, region: REGION, endpoint, ...KEYS, pathStyle: true },
    files,
    journal,
    violations,
    faults,
    permanentFault: null,
  };
  return s3;
}

function findViolation(request: IncomingMessage, body: Buffer): string | null {
  const { headers, method, url } = request;
  if (!url?.startsWith(`/${BUCKET}/`)) return `the bucket is not in ${url}`;
  if (method === 'PUT' && headers['content-length'] !== String(body.length))
    return 'the content length is wrong';
  const hash = createHash('sha256').update(body).digest('hex');
  if (headers['x-amz-content-sha256'] !== hash) return 'the content hash is wrong';
  const [, credential, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const date = String(headers['x-amz-date']);
  if (credential !== `${KEYS.accessKeyId}/${date.slice(0, 8)}/${REGION}/s3/aws4_request`)
    return `the credential is ${credential}`;
  const signedNames = names.split(';');
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date'])
    if (!signedNames.includes(needed)) return `${needed} is not signed`;
  const signed = Object.fromEntries(signedNames.map((one) => [one, String(headers[one])]));
  const signedRequest = {
    service: 's3',
    region: REGION,
    ...(method ? { method } : {}),
    path: url,
    headers: signed,
  };
  // aws4 doesn't sign this header by default.
  const ours = aws4.sign(Object.assign(signedRequest, { extraHeadersToInclude: { range: true } }), KEYS);
  const expected = /Signature=([0-9a-f]{64})$/.exec(String(ours.headers?.['Authorization']))?.[1];
  return signature === expected ? null : 'the signature is wrong';
}

function answer(response: ServerResponse, status: number, code: string, message: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(code === '' ? undefined : xml);
}
