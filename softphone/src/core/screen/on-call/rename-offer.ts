/** A New Call to a lead stored under another name: the agent may rename the lead during the call. */
import { t } from '@offhook/i18n/phone';
import type { PhoneEffect } from '../../effects.ts';
import type { OnCall, RenameOffer } from '../screen-state.ts';
import type { ScreenEvent, ViewStep } from '../view-step.ts';
import { refresh } from './invitation.ts';

interface Name {
  readonly fname: string;
  readonly lname: string;
}

/** @param typed blank parts keep the stored name */
export function renameOffer(typed: Name, stored: Name | null): RenameOffer | null {
  if (stored === null || fullName(stored) === '') return null;
  const fname = normalizeSpaces(typed.fname) || stored.fname;
  const lname = normalizeSpaces(typed.lname) || stored.lname;
  if (fullName({ fname, lname }) === fullName(stored)) return null;
  return { fname, lname, sending: false, error: null };
}

/** Null: the event isn't about the offer. */
export function renameStep(view: OnCall, event: ScreenEvent): ViewStep | null {
  const { rename, conversation } = view;
  const callId = conversation.call.id;
  switch (event.type) {
    case 'renameClicked': {
      if (rename === null || rename.sending) return { view };
      const { fname, lname } = rename;
      const effects: PhoneEffect[] = [{ type: 'renameLead', callId, fname, lname }];
      return { view: { ...view, rename: { ...rename, sending: true, error: null } }, effects };
    }
    case 'renameDeclined':
      return { view: rename?.sending ? view : { ...view, rename: null } };
    case 'leadRenamed': {
      if (event.callId !== callId) return { view };
      const { call, lead, at } = event;
      const known = { ...conversation, call: { ...conversation.call, ...nameFields(call) }, lead };
      return {
        view: {
          ...view,
          rename: null,
          conversation: known,
          notice: t('rename.renamed', { name: fullName(lead) }),
          knownFrom: at,
        },
        effects: [refresh(conversation)],
      };
    }
    case 'renameFailed':
      if (event.callId !== callId || rename === null) return { view };
      return { view: { ...view, rename: { ...rename, sending: false, error: event.error } } };
    default:
      return null;
  }
}

/** Ignores other changes to the call. */
function nameFields({ lead, whispertext }: OnCall['conversation']['call']) {
  return { lead, whispertext };
}

/** Null if it no longer applies. */
export function currentRenameOffer({ rename, conversation }: OnCall): RenameOffer | null {
  if (rename === null) return null;
  const offer = renameOffer(rename, conversation.lead);
  return offer && { ...offer, sending: rename.sending, error: rename.error };
}

export function fullName({ fname, lname }: Name): string {
  return normalizeSpaces(`${fname} ${lname}`);
}

function normalizeSpaces(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
