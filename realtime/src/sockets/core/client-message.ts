import { isEventName } from '../../channels/core/channel-name.ts';
import { isObject, parseJson, stringField, writeJson } from '../../core/json.ts';
import { fitsIn, LIMITS } from '../../core/limits.ts';

/** `data` of a client event is JSON text; null if the client sent none. */
export type ClientMessage =
  | { kind: 'ping' }
  | { kind: 'pong' }
  | { kind: 'subscribe'; channel: string; auth: string; channelData: string | null }
  | { kind: 'unsubscribe'; channel: string }
  | { kind: 'signin'; auth: string; userData: string }
  | { kind: 'clientEvent'; event: string; channel: string; data: string | null }
  | { kind: 'invalid'; reason: string };

export function parseClientMessage(text: string): ClientMessage {
  const message = parseJson(text);
  if (message === undefined) return invalid('Message is not valid JSON');
  if (!isObject(message)) return invalid('Message is not a JSON object');
  const event = stringField(message, 'event');
  if (event === null) return invalid('Message has no event');
  const data = message['data'];
  switch (event) {
    case 'pusher:ping':
      return { kind: 'ping' };
    case 'pusher:pong':
      return { kind: 'pong' };
    case 'pusher:subscribe':
      return subscribe(data);
    case 'pusher:unsubscribe':
      return unsubscribe(data);
    case 'pusher:signin':
      return signin(data);
    default:
      return event.startsWith('client-')
        ? clientEvent(event, stringField(message, 'channel'), data)
        : invalid('Unknown event: clients may send the protocol’s pusher: events and client- events');
  }
}

function invalid(reason: string): ClientMessage {
  return { kind: 'invalid', reason };
}

/** Some client libraries send `data` as an object, others as JSON text. */
function parseFields(data: unknown) {
  const value = typeof data === 'string' ? parseJson(data) : data;
  return isObject(value) ? value : {};
}

function subscribe(data: unknown): ClientMessage {
  const fields = parseFields(data);
  const channel = stringField(fields, 'channel');
  if (channel === null) return invalid('Subscription without a channel');
  const auth = stringField(fields, 'auth') ?? '';
  return { kind: 'subscribe', channel, auth, channelData: stringField(fields, 'channel_data') };
}

function unsubscribe(data: unknown): ClientMessage {
  const channel = stringField(parseFields(data), 'channel');
  return channel === null ? invalid('Unsubscription without a channel') : { kind: 'unsubscribe', channel };
}

function signin(data: unknown): ClientMessage {
  const fields = parseFields(data);
  const userData = stringField(fields, 'user_data');
  if (userData === null) return invalid('Sign-in without user_data');
  return { kind: 'signin', auth: stringField(fields, 'auth') ?? '', userData };
}

function clientEvent(event: string, channel: string | null, data: unknown): ClientMessage {
  if (channel === null) return invalid('Client event without a channel');
  if (!isEventName(event)) return invalid(`Event name is longer than ${LIMITS.eventNameChars} characters`);
  const text = data === undefined ? null : writeJson(data);
  if (data !== undefined && text === null) return invalid('Client event data is nested too deep');
  if (text !== null && !fitsIn(text, LIMITS.eventDataBytes)) {
    return invalid(`Client event data exceeds the allowed maximum (${LIMITS.eventDataBytes} bytes)`);
  }
  return { kind: 'clientEvent', event, channel, data: text };
}
