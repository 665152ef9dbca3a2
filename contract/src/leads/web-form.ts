/** What a website's HTML and the server agree on. */

export const webFormPath = (key: string) => `/api/v1/forms/${key}`;

/** All other fields are kept under their names and shown beside the lead. */
export const WEB_FORM_FIELDS = ['phone_number', 'fname', 'lname', 'email', 'company', 'category'] as const;

/** A checkbox: the visitor agrees to the text that is stored with the form. */
export const CONSENT_FIELD = 'consent';

/** Hidden from people. Programs that fill in every field fill it in, too. */
export const TRAP_FIELD = 'leave_blank';

export interface WebFormLabels {
  readonly fname: string;
  readonly lname: string;
  readonly email: string;
  readonly phone_number: string;
  readonly send: string;
}

/** @param apiBase the server's origin */
export function toWebFormHtml(
  apiBase: string,
  { key, consent }: { readonly key: string; readonly consent: { readonly text: string } | null },
  labels: WebFormLabels,
): string {
  const input = (label: string, attributes: string) =>
    `  <p><label>${escapeHtml(label)} <input ${attributes}></label></p>`;
  return [
    `<form action="${escapeHtml(apiBase)}${webFormPath(key)}" method="post">`,
    input(labels.fname, 'name="fname" autocomplete="given-name"'),
    input(labels.lname, 'name="lname" autocomplete="family-name"'),
    input(labels.email, 'name="email" type="email" autocomplete="email"'),
    input(labels.phone_number, 'name="phone_number" type="tel" autocomplete="tel" required'),
    ...(consent === null
      ? []
      : [
          `  <p><label><input name="${CONSENT_FIELD}" type="checkbox" value="yes"> ${escapeHtml(consent.text)}</label></p>`,
        ]),
    `  <p hidden><input name="${TRAP_FIELD}" tabindex="-1" autocomplete="off"></p>`,
    `  <p><button>${escapeHtml(labels.send)}</button></p>`,
    '</form>',
  ].join('\n');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
