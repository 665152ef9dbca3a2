/** What a website's HTML and the server agree on. */

export const webFormPath = (key: string) => `/api/v1/forms/${key}`;

/** All other fields are kept under their names and shown beside the lead. */
export const WEB_FORM_FIELDS = ['phone_number', 'fname', 'lname', 'email', 'company', 'category'] as const;

/** A checkbox: the visitor agrees to the text that is stored with the form. */
export const CONSENT_FIELD = 'consent';

/** Hidden from people. Programs that fill in every field fill it in, too. */
export const TRAP_FIELD = 'leave_blank';
