import { t } from '@offhook/i18n/voice-page';
import type { Log } from '../../src/inspector/core/log.ts';
import type { ConferenceFacts, ParticipantFacts } from '../../src/inspector/core/log-events.ts';
import { PartyLink, partyOf } from './party-link.tsx';

interface ParticipantsProps {
  readonly log: Log;
  readonly conference: ConferenceFacts;
}

export function Participants({ log, conference: { participants } }: ParticipantsProps) {
  return (
    <section class="participants" aria-labelledby="participants-title">
      <h3 id="participants-title">{t('participants.title')}</h3>
      {participants.length === 0 && <p class="soft">{t('participants.none')}</p>}
      <ul>
        {participants.map((one) => (
          <li key={one.callSid} class="row">
            <PartyLink log={log} callSid={one.callSid} />
            {one.label !== null && <span class="soft">{one.label}</span>}
            <Roles log={log} one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Roles({ log, one }: { readonly log: Log; readonly one: ParticipantFacts }) {
  if (!one.muted && !one.hold && one.coaches === null)
    return <span class="soft">{t('participant.hears')}</span>;
  return (
    <>
      {one.muted && <span class="chip warning">{t('participant.muted')}</span>}
      {one.hold && <span class="chip held">{t('participant.held')}</span>}
      {one.coaches !== null && (
        <span class="chip talking">{t('participant.coaches', { name: partyOf(log, one.coaches) })}</span>
      )}
    </>
  );
}
