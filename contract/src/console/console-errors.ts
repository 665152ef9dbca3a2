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
    'badTeam',
    'badFallback',
    'badMember',
    'badAddress',
    'badCrmAddress',
    'crmNeedsAddress',
    'crmNeedsClient',
    'crmHasTags',
    'badCrm',
    'importNeedsPhone',
    'badImportFile',
  ]),
  ...errorsOf('permission', 422, ['ownRights']),
  ...errorsOf('limit', 429, ['exportRunning']),
  ...errorsOf('conflict', 409, [
    'personInCall',
    'personInFile',
    'changedMeanwhile',
    'importStarted',
    'importEnded',
    'importHasCalls',
    'importNotCounted',
  ]),
  ...errorsOf('conflict', 422, ['tagInUse', 'emailTaken', 'numberTaken', 'numberInUse', 'lastAdmin']),
};

export type ConsoleErrorCode = keyof typeof CONSOLE_ERRORS;
