import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CONSOLE_REQUESTS } from '../console/console.ts';
import { REQUESTS } from '../requests/all-requests.ts';
import { WEBHOOK_EVENTS, WEBHOOK_EXAMPLES } from '../webhook-events.ts';
import { CONSOLE_NOTES } from './console-notes.ts';
import { describeApi } from './openapi.ts';
import { REQUEST_NOTES } from './request-notes.ts';

const ROWS = { ...REQUESTS, ...CONSOLE_REQUESTS };
const NOTES = { ...REQUEST_NOTES, ...CONSOLE_NOTES };
const NAMES = Object.keys(NOTES) as (keyof typeof ROWS)[];

it('every documented example matches its schema', () => {
  for (const name of NAMES) {
    const row: { body?: z.ZodMiniType; response: z.ZodMiniType } = ROWS[name];
    const note = NOTES[name];
    if (note?.body)
      expect([name, z.safeParse(row.body ?? z.never(), note.body).error]).toEqual([name, undefined]);
    if (note?.response !== undefined) {
      expect([name, z.safeParse(row.response, note.response).error]).toEqual([name, undefined]);
    }
  }
  for (const name of Object.keys(WEBHOOK_EVENTS) as (keyof typeof WEBHOOK_EVENTS)[]) {
    expect(z.parse(WEBHOOK_EVENTS[name].schema, WEBHOOK_EXAMPLES[name])).toEqual(WEBHOOK_EXAMPLES[name]);
  }
});

it('the description contains each request’s body and error texts', () => {
  const { paths, components } = describeApi(
    'https://phone.example',
    [
      { method: 'POST', path: '/apps/webrtc/:id/disposition' },
      { method: 'GET', path: '/api/v1/teams' },
    ],
    (code) => `Text of ${code}.`,
  ) as { paths: Record<string, Record<string, unknown>>; components: { schemas: object } };
  expect(Object.keys(paths)).toEqual(['/apps/webrtc/{id}/disposition', '/api/v1/teams']);
  expect(paths['/apps/webrtc/{id}/disposition']?.['post']).toMatchObject({
    operationId: 'setDisposition',
    security: [{ session: [], csrf: [] }],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer', exclusiveMinimum: 0 } },
    ],
    requestBody: {
      content: {
        'application/json': {
          schema: { properties: { status: { enum: ['contacted', 'voicemail', 'missed', 'removed'] } } },
        },
      },
    },
    responses: {
      '200': {},
      '401': { description: 'Text of unauthenticated.' },
      '404': { description: 'Text of notFound.' },
      '419': {},
      '422': {
        content: {
          'application/json': {
            examples: {
              badDisposition: {
                value: { success: false, error: 'Text of badDisposition.', code: 'badDisposition' },
              },
            },
          },
        },
      },
    },
  });
  expect(components.schemas).toMatchObject({
    Team: {},
    Refusal: { required: ['success', 'error', 'code'] },
  });
  expect(JSON.stringify(components)).not.toContain('$defs');
});

it('a web form is described with its body and all its answers', () => {
  const { paths } = describeApi(
    'https://phone.example',
    [{ method: 'POST', path: '/api/v1/forms/:key' }],
    (code) => code,
  ) as { paths: Record<string, Record<string, unknown>> };
  expect(paths['/api/v1/forms/{key}']?.['post']).toMatchObject({
    requestBody: { content: { 'application/x-www-form-urlencoded': {} } },
    responses: {
      '200': { content: { 'application/json': {}, 'text/html': {} } },
      '303': { headers: { location: {} } },
    },
  });
});
