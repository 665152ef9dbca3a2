/**
 * What a visitor sees before and while logging in, and the texts of `design`. A message with values works only after
 * the login: see `message-format.ts`.
 */
export default {
  'error.reload': 'Something went wrong. Please reload the page.',
  'error.unknown': 'Something went wrong. Please try again.',
  'error.unreachable': 'Can’t reach the server. Check your connection, then try again.',

  'fieldProblem.email': 'Enter a valid email address.',
  'fieldProblem.invalid': 'Enter a valid value.',
  'fieldProblem.missing': 'Fill in this field.',
  'fieldProblem.notChosen': 'Choose an option.',
  'fieldProblem.tooHigh': 'Enter {max, number} or less.',
  'fieldProblem.tooLow': 'Enter {min, number} or more.',
  'fieldProblem.tooShort': 'Enter at least {count, plural, one {# character} other {# characters}}.',
  'fieldProblem.url': 'Enter a valid URL.',

  'key.control': 'Ctrl',
  'key.enter': 'Enter',
  'key.escape': 'Esc',

  'login.email': 'Email',
  'login.forgotten': 'Forgot your password?',
  'login.google': 'Log in with Google',
  'login.organization': 'Log in with your organization',
  'login.passkey': 'Log in with a passkey',
  'login.password': 'Password',
  'login.submit': 'Log in',

  'page.reload': 'Reload',

  'pager.label': 'Pages',
  'pager.next': 'Next',
  'pager.previous': 'Previous',

  'recording.agent': 'Agent',
  'recording.failed': 'Couldn’t play the recording.',
  'recording.lead': 'Lead',
  'recording.pause': 'Pause',
  'recording.pausedPart': 'Recording paused {from}–{to}',
  'recording.pausedPartBy': 'Recording paused {from}–{to} ({name})',
  'recording.play': 'Play',
  'recording.position': 'Position',
  'recording.positionValue': '{time} of {duration}',
  'recording.speed': 'Speed {speed, number}×',
  'recording.speedValue': '{speed, number}×',
} as const;
