import { type BrowserCall, USER_MESSAGE_TYPE } from './browser-call.ts';
import type { Frame } from './frames.ts';

/** Twilio's limit. */
const MAX_MESSAGE_BYTES = 10_240;

type Message = Extract<Frame, { type: 'message' }>['payload'];

export function receiveMessage(call: BrowserCall, message: Message): void {
  const { content, contenttype, voiceeventsid } = message;
  const error = validateMessage(message);
  if (error) {
    call.send('error', { error, voiceeventsid });
    return;
  }
  call.send('ack', { acktype: 'message', voiceeventsid });
  call.handler.reports.userMessage(content, contenttype ?? 'application/json', voiceeventsid);
}

function validateMessage({
  content,
  messagetype,
}: Message): { readonly code: number; readonly message: string } | null {
  if (messagetype !== USER_MESSAGE_TYPE)
    return { code: 31210, message: 'Call Message Event Type is invalid.' };
  if (Buffer.byteLength(JSON.stringify(content)) > MAX_MESSAGE_BYTES)
    return { code: 31212, message: 'Call Message Event Payload size exceeded authorized limit.' };
  return null;
}
