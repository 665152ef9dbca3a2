import { errorsOf } from '../errors.ts';

/** Separate from `ERRORS` to keep the phone's bundle small. */
export const CONSOLE_ERRORS = {
  ...errorsOf('input', 422, [
    'badName',
    'badEmail',
    'badPassword',
    'badTimeZone',
    'badCountry',
    'badCountries',
    'badSchedule',
    'badMinutes',
    'badWindow',
    'badRegions',
    'badHolidays',
    'badDays',
    'badGreeting',
    'badLanguage',
    'badTags',
    'badStatuses',
    'badLimits',
    'badQuestions',
    'badScorecard',
    'tooManyComments',
    'badTeam',
    'badFallback',
    'badMember',
    'badAddress',
    'badCrmAddress',
    'crmNeedsAddress',
    'crmNeedsClient',
    'crmHasTags',
    'badCrm',
  ]),
  ...errorsOf('permission', 422, ['ownRights']),
  ...errorsOf('limit', 429, ['exportRunning', 'mailedJustNow']),
  ...errorsOf('unavailable', 503, ['mailNotSetUp']),
  ...errorsOf('conflict', 409, ['personInCall', 'personInFile', 'changedMeanwhile']),
  ...errorsOf('conflict', 422, ['tagInUse', 'emailTaken', 'numberTaken', 'numberInUse', 'lastAdmin']),
};

export type ConsoleErrorCode = keyof typeof CONSOLE_ERRORS;
