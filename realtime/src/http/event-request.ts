import { z } from 'zod';
import { channelKind, isChannelName, isEventName } from '../channels/core/channel-name.ts';
import { fitsIn, LIMITS } from '../core/limits.ts';

export const INFO = ['user_count', 'subscription_count', 'cache'] as const;
export type Info = (typeof INFO)[number];

export const infoSchema = z
  .string('Expected info parameter to be a string')
  .transform((text) => text.split(',').filter((part) => part !== ''))
  .pipe(z.array(z.enum(INFO, `Parameter info may contain ${INFO.join(', ')}`)));

const channelSchema = z
  .string('Expected channel names to be strings')
  .refine(isChannelName, { error: ({ input }) => `Invalid channel name: '${String(input).slice(0, 250)}'` });

const eventFields = {
  name: z
    .string('Expected name parameter to be a string')
    .refine(
      isEventName,
      `Event names must have 1 to ${LIMITS.eventNameChars} characters and must not start with pusher:`,
    ),
  data: z.string('Expected data parameter to be a string'),
  socket_id: z
    .string('Expected socket_id parameter to be a string')
    .regex(/^\d+\.\d+$/, 'Invalid socket_id')
    .optional(),
  info: infoSchema.optional(),
};

export const eventSchema = z
  .object(
    {
      ...eventFields,
      channel: channelSchema.optional(),
      channels: z
        .array(channelSchema, 'Expected channels parameter to be an array')
        .max(LIMITS.channelsPerEvent, `An event can be sent to at most ${LIMITS.channelsPerEvent} channels`)
        .optional(),
    },
    'Expected a JSON object',
  )
  .transform(({ channel, channels, ...event }) => ({
    ...event,
    channels: [...new Set(channels ?? (channel === undefined ? [] : [channel]))],
  }))
  .refine(({ channels }) => channels.length > 0, 'Expected channels or channel parameter')
  .refine(
    ({ channels }) =>
      channels.length < 2 || !channels.some((channel) => channelKind(channel) === 'encrypted'),
    'An event for an encrypted channel can’t be sent to other channels',
  );

export const batchSchema = z.object(
  {
    batch: z
      .array(
        z.object({ ...eventFields, channel: channelSchema }, 'Expected events to be JSON objects'),
        'Expected batch parameter to be an array',
      )
      .max(LIMITS.eventsPerBatch, `A batch can have at most ${LIMITS.eventsPerBatch} events`),
  },
  'Expected a JSON object',
);

export const DATA_TOO_LARGE = `The data content of this event exceeds the allowed maximum (${LIMITS.eventDataBytes} bytes)`;

export function isDataTooLarge({ data }: { data: string }): boolean {
  return !fitsIn(data, LIMITS.eventDataBytes);
}
