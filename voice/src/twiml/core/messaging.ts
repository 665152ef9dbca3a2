import type { CallbackTarget } from '../../calls/core/call.ts';
import { readAction, readMethod, resolveUrl, type TwimlError, twimlError } from './attributes.ts';
import { parseTree } from './tree.ts';
import type { Method } from './verbs.ts';

/** URLs are absolute. */
export type MessagingVerb =
  | {
      readonly verb: 'message';
      readonly body: string;
      readonly to: string | null;
      readonly from: string | null;
      readonly callback: CallbackTarget | null;
      readonly action: string | null;
      readonly method: Method;
    }
  | { readonly verb: 'redirect'; readonly url: string; readonly method: Method };

/** Parses the TwiML response to a text: Message (formerly Sms) and Redirect. */
export function parseMessagingTwiml(xml: string, base: string): readonly MessagingVerb[] | TwimlError {
  const root = parseTree(xml);
  if ('error' in root) return twimlError(12100, root.error);
  if (root.name !== 'Response') return twimlError(12102, 'the root element must be Response');
  const verbs: MessagingVerb[] = [];
  for (const element of root.children) {
    switch (element.name) {
      case 'Message':
      case 'Sms': {
        const body = element.children.find((child) => child.name === 'Body')?.text ?? element.text;
        if (body === '') return twimlError(14103, 'a Message needs a body');
        const callback = resolveUrl(element.attributes.get('statusCallback') ?? '', base);
        verbs.push({
          verb: 'message',
          body,
          to: element.attributes.get('to') ?? null,
          from: element.attributes.get('from') ?? null,
          callback: callback === null ? null : { url: callback, method: 'POST', events: [] },
          ...readAction(element, base),
        });
        break;
      }
      case 'Redirect': {
        const url = resolveUrl(element.text, base);
        if (url === null) return twimlError(12200, 'Redirect has no valid URL');
        verbs.push({ verb: 'redirect', url, method: readMethod(element, 'method') });
        break;
      }
      default:
        return twimlError(
          12200,
          `the verb ${element.name.slice(0, 40)} is not supported in the response to a text`,
        );
    }
  }
  return verbs;
}
