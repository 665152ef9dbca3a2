import { errorsOf } from '../errors.ts';

/** Errors that only the console shows, kept out of the phone's bundle. */
export const CONSOLE_ERRORS = {
  ...errorsOf('input', 422, {
    badName: 'Please enter a name.',
    badEmail: 'Please enter a valid email address.',
    badPassword: 'A password should have at least 8 characters.',
    badTimeZone: 'Please choose a time zone.',
    badCountry: 'Please choose a country.',
    badCountries: 'Please enter countries by two letters, such as US, CA.',
    badSchedule: 'Times should be quarters of an hour, and pieces must not overlap.',
    badMinutes: 'Please enter whole minutes, such as 1, 5, 30.',
    badWindow: 'The hours should begin before they end.',
    badRegions: 'Enter each region once, as + and digits, such as +1212.',
    badDays: 'Please enter whole days, 0 for ever.',
    badGreeting: 'A greeting should be words, or the https address of a sound that is played.',
    badLanguage: 'Please enter a language such as en-US or es-MX.',
    badTags: 'Every tag needs a name and a color, and a key of its own.',
    badTeam: 'Please choose a team of your account.',
    badFallback: 'The fallback team must be another team of your account.',
    badMember: 'Please choose agents of your account, each once.',
    badAddress: 'Please enter an http or https address.',
    badCrmAddress: 'Please enter an https address with {source_id} in its path.',
    crmNeedsAddress: 'Please enter the https address of this CRM, which is the customer’s own.',
    crmNeedsClient: 'Salesforce needs the id of the client, too.',
    crmHasTags: 'This CRM has tags of its own: it needs no field for the tag.',
    badCrm:
      'Please enter an https address, a token in plain characters, and the name of a field that can be one.',
  }),
  ...errorsOf('permission', 422, {
    ownRights: 'You cannot take your own administrator’s right.',
  }),
  ...errorsOf('conflict', 409, {
    personInCall: 'This person is in a call right now. Try again after it.',
    personInFile: 'A file of leads is being taken in for this account. Try again after it.',
    changedMeanwhile: 'Somebody else has changed this meanwhile: nothing was saved.',
  }),
  ...errorsOf('conflict', 422, {
    tagInUse: 'This tag has been given to leads: rename it instead of removing it.',
    emailTaken: 'Somebody has this email address already.',
    numberTaken: 'This phone number is in use already.',
    numberInUse: 'Calls have used this number: it cannot be removed.',
    lastAdmin: 'Your account must keep an administrator.',
  }),
};

export type ConsoleErrorCode = keyof typeof CONSOLE_ERRORS;
