/** Refusals that only the console meets: kept from the phone's own table, so that no phone carries these sentences. */
export const CONSOLE_ERRORS = {
  badName: { status: 422, text: 'Please enter a name.' },
  badEmail: { status: 422, text: 'Please enter a valid email address.' },
  badPassword: { status: 422, text: 'A password should have at least 8 characters.' },
  badTimeZone: { status: 422, text: 'Please choose a time zone.' },
  badCountry: { status: 422, text: 'Please choose a country.' },
  badCountries: { status: 422, text: 'Please enter countries by two letters, such as US, CA.' },
  badSchedule: { status: 422, text: 'Times should be quarters of an hour, and pieces must not overlap.' },
  badMinutes: { status: 422, text: 'Please enter whole minutes, such as 1, 5, 30.' },
  badWindow: { status: 422, text: 'The hours should begin before they end.' },
  badRegions: { status: 422, text: 'Enter each region once, as + and digits, such as +1212.' },
  badDays: { status: 422, text: 'Please enter whole days, 0 for ever.' },
  badGreeting: {
    status: 422,
    text: 'A greeting should be words, or the https address of a sound that is played.',
  },
  badLanguage: { status: 422, text: 'Please enter a language such as en-US or es-MX.' },
  badTags: { status: 422, text: 'Every tag needs a name and a color, and a key of its own.' },
  tagInUse: { status: 422, text: 'This tag has been given to leads: rename it instead of removing it.' },
  badTeam: { status: 422, text: 'Please choose a team of your account.' },
  badFallback: { status: 422, text: 'The fallback team must be another team of your account.' },
  badMember: { status: 422, text: 'Please choose agents of your account, each once.' },
  badAddress: { status: 422, text: 'Please enter an http or https address.' },
  badCrmAddress: { status: 422, text: 'Please enter an https address with {source_id} in its path.' },
  crmNeedsAddress: {
    status: 422,
    text: 'Please enter the https address of this CRM, which is the customer’s own.',
  },
  crmNeedsClient: { status: 422, text: 'Salesforce needs the id of the client, too.' },
  crmHasTags: { status: 422, text: 'This CRM has tags of its own: it needs no field for the tag.' },
  badCrm: {
    status: 422,
    text: 'Please enter an https address, a token in plain characters, and the name of a field that can be one.',
  },
  emailTaken: { status: 422, text: 'Somebody has this email address already.' },
  numberTaken: { status: 422, text: 'This phone number is in use already.' },
  numberInUse: { status: 422, text: 'Calls have used this number: it cannot be removed.' },
  lastAdmin: { status: 422, text: 'Your account must keep an administrator.' },
  personInCall: { status: 409, text: 'This person is in a call right now. Try again after it.' },
  personInFile: {
    status: 409,
    text: 'A file of leads is being taken in for this account. Try again after it.',
  },
  changedMeanwhile: { status: 409, text: 'Somebody else has changed this meanwhile: nothing was saved.' },
  ownRights: { status: 422, text: 'You cannot take your own administrator’s right.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ConsoleErrorCode = keyof typeof CONSOLE_ERRORS;
