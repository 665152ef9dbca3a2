import type { Frame } from './frames.ts';
import { type Line, userMessage } from './line.ts';

/** As the provider: a user-defined message has 10 KB at most. */
const longestMessage = 10_240;

type Message = Extract<Frame, { type: 'message' }>['payload'];

/** A browser sends a user-defined message: it is acknowledged and passed on, or refused with the provider's error. */
export function hearMessage(line: Line, message: Message): void {
  const { content, contenttype, voiceeventsid } = message;
  const error = faultOf(message);
  if (error) {
    line.send('error', { error, voiceeventsid });
    return;
  }
  line.send('ack', { acktype: 'message', voiceeventsid });
  line.owner.reports.said(content, contenttype ?? 'application/json', voiceeventsid);
}

function faultOf({
  content,
  messagetype,
}: Message): { readonly code: number; readonly message: string } | null {
  if (messagetype !== userMessage) return { code: 31210, message: 'Call Message Event Type is invalid.' };
  if (Buffer.byteLength(JSON.stringify(content)) > longestMessage)
    return { code: 31212, message: 'Call Message Event Payload size exceeded authorized limit.' };
  return null;
}
