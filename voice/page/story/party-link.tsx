import type { Log } from '../../src/inspector/core/log.ts';

/** The party at a call's leg, as a link to the call. */
export function PartyLink({ log, callSid }: { readonly log: Log; readonly callSid: string }) {
  return (
    <a href={`#${callSid}`}>
      <bdi>{partyOf(log, callSid)}</bdi>
    </a>
  );
}

export function partyOf(log: Log, callSid: string): string {
  const story = log.stories[callSid];
  if (story?.kind !== 'call') return callSid;
  return story.call.direction === 'inbound' ? story.call.from : story.call.to;
}
